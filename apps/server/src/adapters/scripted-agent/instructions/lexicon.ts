/** Nouns that instructions use for the person called. */
export const partyNouns =
  'patient|customer|client|caller|callee|person|recipient|member|guest|tenant|resident|owner|user|subscriber|parent|guardian|student|employee|candidate|applicant|donor|participant|respondent|buyer|seller|driver|contact|lead|prospect|individual|homeowner|voter|attendee|supplier|vendor|other party|other person|other side|lady|gentleman|man|woman|supporter|neighbou?r|policyholder|cardholder|passenger|traveller|volunteer|borrower|renter|visitor|reader|listener';

/** Nouns for institutions. Anybody who answers there is the right person to talk to. */
export const institutions =
  "office|practice|surgery|clinic|hospital|hotel|restaurant|garage|school|kindergarten|daycare|secretary|receptionist|reception|front desk|shop|store|bank|company|supplier|pharmacy|laborator(?:y|ies)|lab|agency|insurer|insurance|workshop|nursery|club|library|hotline|council|town hall|city hall|bakery|florist|salon|gasthof|gasthaus|pension|praxis|pizzeria|trattoria|ristorante|bistro|pub|caf[eé]|kita|apotheke|museum|gym|studio|caterer|dealer|dealership|wholesaler|manufacturer|distributor|printer[’']?s|venue|theat(?:er|re)|cinema|airline|carrier|broker|warehouse|depot|department|team|help ?desk|service desk|call cent(?:er|re)|box office|university|college|church|shelter|charity|cleaner[’']?s|dry cleaners?|butcher|baker|brewery|nursing home|care home|dispatch|factory|headquarters|branch|organi[sz]ers?|utility|provider|municipality|embassy|consulate|fire department|building management|management|property manager";

/** Nouns for professions. These people are called because of their work. */
export const professions =
  'landlord|landlady|plumber|electrician|dentist|doctor|vet|veterinarian|nurse|teacher|headteacher|principal|coach|trainer|instructor|tutor|manager|chef|mechanic|builder|roofer|painter|carpenter|gardener|cleaner|babysitter|nanny|childminder|courier|photographer|band|dj|agent|lawyer|solicitor|notary|accountant|architect|contractor|installer|technician|engineer|host|director|assistant|colleague|boss|therapist|physiotherapist|surgeon|optician|hairdresser|barber|tailor|locksmith|caretaker|janitor|concierge|interpreter|translator|speaker|editor|publisher|inspector|surveyor|adjuster|handyman|chimney sweep|midwife|pharmacist|librarian|sponsor|farmer|breeder|dog walker|driving instructor|musician|decorator|mover|movers';

export const relatives =
  'parents?|mother|father|mum|mom|dad|guardians?|family|wife|husband|carers?|sister|brother|son|daughter|aunt|uncle|grandmother|grandfather|grandma|grandpa|granny|partner|girlfriend|boyfriend|friend|cousin|niece|nephew|fianc[eé]e?|flatmate|roommate';

export const titles =
  'Mrs?\\.? (?:and|&) Mrs?|Herrn? und Frau|Frau und Herrn?|Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Lt|Sgt|Capt|Col|Rev|Herrn?|Frau|Sir|Madam|Mme|Señora?';

/** Words that begin an indirect question, with or without a preposition. */
export const questionWords =
  '(?:whether|if|(?:(?:on|at|in|by|for|to|from|with|until|since) )?(?:what|which|when|where|who|whom|whose|why|how))';

/** Verb forms ending in -s, so that they are not taken for plural nouns. */
export const verbsWithS =
  'needs|wants|starts|ends|closes|opens|expires|costs|takes|runs|moves|comes|goes|works|leaves|arrives|gets|makes|says|looks|lives|suits|fits|begins|means|asks|knows|thinks|likes|prefers|remembers|happens|includes|requires|owes|hurts|feels|accepts|offers|plans|agrees|wishes|intends|expects|believes|understands|remains|stands|keeps|calls|pays|sends|brings|stays|finds|gives|tells|uses|sounds|matters|applies|helps|hopes|plays|reads|sees|serves|sits|speaks|stops|turns|waits|weighs|drives|eats|falls|flies|hears|holds|lasts|learns|loses|misses|sells|shows|sleeps|spends|teaches|tries|visits|wins|writes|renews|returns|cancels|declines|refuses|objects|insists|hesitates';
