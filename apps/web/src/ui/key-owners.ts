/** Where typing has a meaning of its own: keys of the page do nothing there. */
export const typingFields = 'input, textarea, select, [contenteditable], [role=combobox]';

/** While one is open, the keys are its own. */
export const openLayers = '[role=dialog], [role=menu], [role=listbox]';
