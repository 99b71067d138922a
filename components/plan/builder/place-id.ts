/** Ids of what edits a place of the plan, so that what is said of it can lead there. */
import { pointerKeys, toPointer } from '#lib/contract/json/json-pointer.ts'

/** "/steps/0/args/path" → "at/steps/0/args/path" */
export function placeId(pointer: string): string {
  return `at${pointer}`
}

/** The id of a step's card. */
export function stepCardId(index: number): string {
  return `step-${index + 1}`
}

/** Focuses what edits the place, or the nearest thing around it that is there. */
export function focusPlace(pointer: string): void {
  const keys = pointerKeys(pointer)
  for (let length = keys.length; length > 0; length--) {
    const id = placeId(toPointer(keys.slice(0, length)))
    const found = document.getElementById(id) ?? document.getElementById(`${id}__kind`)
    if (!found) continue
    const fold = found.closest('details')
    if (fold) fold.open = true
    found.focus({ preventScroll: true })
    found.scrollIntoView({ block: 'center', behavior: 'smooth' })
    return
  }
}
