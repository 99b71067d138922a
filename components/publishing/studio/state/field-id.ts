/** Ids of elements by which a problem finds its field, such as `at.skills.0.name`. */
import { pointerKeys, toPointer } from '#lib/kernel/json/json-pointer.ts'

export const SECTION_HEADING = 'section-heading'

export function fieldId(pointer: string): string {
  return ['at', ...pointerKeys(pointer)].join('.')
}

export function pointerOfField(id: string): string | undefined {
  const [prefix, ...keys] = id.split('.')
  return prefix === 'at' && keys.length > 0 ? toPointer(keys) : undefined
}

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
  expandParents(element)
  const control = element.matches(CONTROLS) ? element : element.querySelector<HTMLElement>(CONTROLS)
  control?.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'center' })
}

function expandParents(element: HTMLElement): void {
  const details = element.closest('details')
  if (!details) return
  details.open = true
  if (details.parentElement) expandParents(details.parentElement)
}
