/** Makes an element: properties by name, `data` and `aria` as objects, `on` for listeners, then its children. */
export function h(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  const { data = {}, aria = {}, on = {}, ...plain } = properties;
  Object.assign(node, plain);
  for (const [name, value] of Object.entries(data)) node.dataset[name] = String(value);
  for (const [name, value] of Object.entries(aria)) node.setAttribute(`aria-${name}`, String(value));
  for (const [name, listener] of Object.entries(on)) node.addEventListener(name, listener);
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export function byId(id) {
  return document.getElementById(id);
}

/** A value kept in the browser's storage. */
export function remembered(name, fallback) {
  try {
    return localStorage.getItem(name) ?? fallback;
  } catch {
    return fallback;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Without storage the value lasts as long as the page.
  }
}
