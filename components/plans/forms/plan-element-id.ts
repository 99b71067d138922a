import { pointerKeys, toPointer } from '#lib/json/json-pointer.ts'

export function planElementId(pointer: string): string {
  return `at${pointer}`
}

export function stepCardId(index: number): string {
  return `step-${index + 1}`
}

/** Or its nearest existing ancestor. */
export function focusPlanElement(pointer: string): void {
  const keys = pointerKeys(pointer)
  for (let length = keys.length; length > 0; length--) {
    const id = planElementId(toPointer(keys.slice(0, length)))
    const found = document.getElementById(id) ?? document.getElementById(`${id}__kind`)
    if (!found) continue
    const fold = found.closest('details')
    if (fold) fold.open = true
    found.focus({ preventScroll: true })
    found.scrollIntoView({ block: 'center' })
    return
  }
}
