/** Names of Python packages. Apart from requirements, because the browser needs no versions. */

const NAME = /^[A-Z0-9](?:[A-Z0-9._-]*[A-Z0-9])?/i

/** Returns the name that a requirement starts with, as it is written; undefined if there is none. */
export function leadingName(text: string): string | undefined {
  return NAME.exec(text)?.[0]
}

/** "Flask_SQLAlchemy" and "flask-sqlalchemy" are the same package: PEP 503. */
export function normaliseName(name: string): string {
  return name.replaceAll(/[-_.]+/g, '-').toLowerCase()
}

export function isPythonName(name: string): boolean {
  return name.length <= 200 && leadingName(name) === name
}

/** Returns the normalised name that a requirement starts with; undefined if there is none. */
export function requirementName(text: string): string | undefined {
  const name = leadingName(text.trim())
  return name === undefined ? undefined : normaliseName(name)
}
