const svg = 'http://www.w3.org/2000/svg';

/** The icon of a telephone receiver. */
export function phoneIcon() {
  const icon = document.createElementNS(svg, 'svg');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('fill', 'none');
  icon.setAttribute('stroke', 'currentColor');
  icon.setAttribute('stroke-width', '1.75');
  icon.setAttribute('stroke-linejoin', 'round');
  icon.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(svg, 'path');
  path.setAttribute(
    'd',
    'M5.5 3.5h3l1.6 4-2 1.6a12 12 0 0 0 6.8 6.8l1.6-2 4 1.6v3c0 1.1-.9 2-2 2A15.5 15.5 0 0 1 3.5 5.5c0-1.1.9-2 2-2z',
  );
  icon.append(path);
  return icon;
}
