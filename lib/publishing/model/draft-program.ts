/** The program that wrote a draft, and the name of its API key. */
export type DraftProgram = {
  /** As the program called itself; null if it did not. */
  name: string | null
  keyName: string
}

/**
 * Returns the program as a part of a sentence, such as: the program “robot 1.0”. A program chooses its name, so the name is
 * quoted and cannot end the quotation: it must not read as a sentence of the site.
 */
export function formatProgram({ name }: Pick<DraftProgram, 'name'>): string {
  return name === null ? 'an unnamed program' : `the program “${name.replace(/[“”]/g, '"')}”`
}
