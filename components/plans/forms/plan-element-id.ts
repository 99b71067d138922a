export function planElementId(pointer: string): string {
  return `at${pointer}`
}

export function stepCardId(index: number): string {
  return `step-${index + 1}`
}
