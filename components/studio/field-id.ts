/** Ids of fields by the pointer they edit, so that a problem can be followed to the field that mends it. */
import { pointerKeys, toPointer } from '#lib/contract/json/json-pointer.ts'

/** The heading of the section that is shown. */
export const SECTION_HEADING = 'section-heading'

/** "/skills/0/name" → "at.skills.0.name". */
export function fieldId(pointer: string): string {
  return ['at', ...pointerKeys(pointer)].join('.')
}

/** "at.skills.0.name" → "/skills/0/name"; undefined for the id of anything else. */
export function pointerOfField(id: string): string | undefined {
  const [mark, ...keys] = id.split('.')
  return mark === 'at' && keys.length > 0 ? toPointer(keys) : undefined
}

/** Focuses the field at `pointer`, else the nearest around it, else the section's heading. */
export function focusField(pointer: string): void {
  const keys = pointerKeys(pointer)
  for (let length = keys.length; length > 0; length -= 1) {
    const found = document.getElementById(fieldId(toPointer(keys.slice(0, length))))
    if (found) {
      focusInside(found)
      return
    }
  }
  const heading = document.getElementById(SECTION_HEADING)
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'nearest' })
}

const CONTROLS = 'input:not([type=hidden]), textarea, select, [contenteditable=true], button'

function focusInside(element: HTMLElement): void {
  unfold(element)
  const control = element.matches(CONTROLS) ? element : element.querySelector<HTMLElement>(CONTROLS)
  control?.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'center' })
}

/** What is folded away cannot take the focus. */
function unfold(element: HTMLElement): void {
  const fold = element.closest('details')
  if (!fold) return
  fold.open = true
  if (fold.parentElement) unfold(fold.parentElement)
}
