export function withParam(params: URLSearchParams, name: string, value: string): string {
  const next = new URLSearchParams(params)
  next.set(name, value)
  return next.toString()
}

/** Converts search parameters as Next passes them. Of repeated values, the first counts. */
export function toSearchParams(record: Record<string, string | string[] | undefined>): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(record)) {
    const first = Array.isArray(value) ? value[0] : value
    if (first !== undefined) params.set(name, first)
  }
  return params
}

/** Returns {} for anything else, so that the service names missing fields. The last of repeated ones counts. */
export function formFields(form: unknown): Record<string, string> {
  if (!(form instanceof FormData)) return {}
  return Object.fromEntries(
    [...form].filter((field): field is [string, string] => typeof field[1] === 'string'),
  )
}
