/**
 * States with rules of their own for sales, then their area codes.
 * Made by scripts/number-zones.mjs from the data of libphonenumber, copyright of The Libphonenumber Authors, under the
 * Apache License 2.0 (https://www.apache.org/licenses/LICENSE-2.0).
 */
export const stateTable = `
AL|205 251 256 334 659 938
CT|203 475 860 959
FL|239 305 321 324 352 386 407 448 561 645 656 689 727 728 754 772 786 813 850 863 904 941 954
KY|270 364 502 606 859
LA|225 318 337 504 985
MA|339 351 413 508 617 774 781 857 978
MD|227 240 301 410 443 667
ME|207
MI|231 248 269 313 517 586 616 734 810 906 947 989
MN|218 320 507 612 651 763 952
MS|228 601 662 769
NM|505 575
NV|702 725 775
OK|405 539 572 580 918
RI|401
`;
