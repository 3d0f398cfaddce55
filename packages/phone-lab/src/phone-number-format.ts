/** E.164, or null when it cannot be one. Unformatted North American numbers are accepted, as Twilio does. */
export function normalizeNumber(input: string): string | null {
  const bare = input.replace(/[\s().-]/g, '');
  if (/^\+[1-9]\d{6,14}$/.test(bare)) return bare;
  if (/^1\d{10}$/.test(bare)) return `+${bare}`;
  if (/^[2-9]\d{9}$/.test(bare)) return `+1${bare}`;
  return null;
}

/** `(500) 555-0010` for North American numbers, everything else as it is. */
export function formatNumber(number: string): string {
  const match = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number);
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : number;
}

const countries: Record<string, string> = {
  '1': 'US',
  '27': 'ZA',
  '30': 'GR',
  '31': 'NL',
  '32': 'BE',
  '33': 'FR',
  '34': 'ES',
  '351': 'PT',
  '353': 'IE',
  '358': 'FI',
  '36': 'HU',
  '39': 'IT',
  '40': 'RO',
  '41': 'CH',
  '420': 'CZ',
  '43': 'AT',
  '44': 'GB',
  '45': 'DK',
  '46': 'SE',
  '47': 'NO',
  '48': 'PL',
  '49': 'DE',
  '52': 'MX',
  '55': 'BR',
  '61': 'AU',
  '64': 'NZ',
  '65': 'SG',
  '7': 'RU',
  '81': 'JP',
  '82': 'KR',
  '86': 'CN',
  '90': 'TR',
  '91': 'IN',
  '972': 'IL',
};

/** The country of a calling code, or an empty string: Twilio leaves what it does not know empty. */
export function countryOf(number: string): string {
  if (!number.startsWith('+')) return '';
  for (let length = 3; length > 0; length--) {
    const country = countries[number.slice(1, 1 + length)];
    if (country) return country;
  }
  return '';
}

/** The last four digits only, for logs. */
export function maskNumber(number: string): string {
  return /^\+\d+$/.test(number) ? `…${number.slice(-4)}` : number;
}
