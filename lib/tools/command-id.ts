/** The id of a command: what lists them promises what runs them asks for. Floor 3, data. */
export function commandId(description: string) {
  return { type: 'string', minLength: 1, maxLength: 300, description } as const
}
