// Runs before the first paint, so that a dark screen never flashes white. A file of its own: the content
// security policy allows no inline script.
(() => {
  let dark = false;
  try {
    dark = localStorage.getItem('darkMode') === 'true';
  } catch {
    // Storage may be forbidden; light is the default.
  }
  document.documentElement.classList.toggle('dark', dark);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#181613' : '#faf6ef');
})();
