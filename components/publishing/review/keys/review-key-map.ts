// biome-ignore format: table
export const REVIEW_KEYS = {
  j:   'Next submission in the list; Enter opens it',
  k:   'Previous submission in the list',
  ']': 'Next section',
  '[': 'Previous section',
  c:   'Write a message',
  a:   'Approve…',
  r:   'Request changes…',
  x:   'Reject…',
  n:   'Next in the queue',
  q:   'Back to the queue',
} as const

export type ReviewKey = keyof typeof REVIEW_KEYS

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented' | 'target'>

const TEXT_CONTROLS =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=combobox]'

/**
 * Returns the review key that was pressed. Returns null in text fields, menus and dialogs, and with a modifier, because
 * those keys belong to the page and the browser.
 */
export function matchReviewKey({
  key,
  ctrlKey,
  metaKey,
  altKey,
  defaultPrevented,
  target,
}: KeyPress): ReviewKey | null {
  if (ctrlKey || metaKey || altKey || defaultPrevented || !Object.hasOwn(REVIEW_KEYS, key)) return null
  const isTyping =
    target !== null && 'closest' in target && (target as Element).closest(TEXT_CONTROLS) !== null
  return isTyping ? null : (key as ReviewKey)
}
