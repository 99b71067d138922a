/** Returns the id of the element that shows the part of a plan at a pointer, to which issues of the plan lead. */
export function planElementId(pointer: string): string {
  return `at${pointer}`
}

/** Returns the id of the card of a step, which links within the builder lead to. */
export function stepCardId(index: number): string {
  return `step-${index + 1}`
}
