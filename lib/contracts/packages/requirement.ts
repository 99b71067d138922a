/**
 * Requirements of Python packages by PEP 508, such as `httpx[http2] >=0.27,<1; python_version >= "3.9"`, and the markers
 * at their end. Addresses (`name @ https://…`) are refused: packages come from the operator's index only.
 */
import { validRange } from '@renovatebot/pep440'
import { type Marker, parseMarker } from './marker.ts'
import { isPythonName, leadingName, normaliseName } from './python-name.ts'

export type Requirement = {
  /** Normalised by PEP 503, as indexes and locks have it. */
  name: string
  /** Normalised, too. */
  extras: string[]
  /** By PEP 440; '' for any version. */
  specifier: string
  marker?: Marker
}

const EXTRAS = /^\[([^\]]*)\]\s*/

/** Returns the requirement, or the reason why the text is none. */
export function parseRequirement(text: string): { requirement: Requirement } | { error: string } {
  const trimmed = text.trim()
  const name = leadingName(trimmed)
  if (!name || !isPythonName(name))
    return { error: `“${text}” does not start with the name of a Python package` }
  let rest = trimmed.slice(name.length).trimStart()
  const extras = EXTRAS.exec(rest)
  rest = rest.slice(extras?.[0].length ?? 0)
  if (rest.startsWith('@'))
    return { error: `“${text}” names an address: only packages of the index are accepted` }
  const [versions = '', ...markers] = rest.split(';')
  const specifier = versions
    .trim()
    .replace(/^\((.*)\)$/, '$1')
    .trim()
  if (!validRange(specifier))
    return {
      error: `“${text}” is not a requirement such as markdown>=3.5: “${specifier}” is no version specifier`,
    }
  const marker = markers.length > 0 ? parseMarker(markers.join(';')) : undefined
  if (marker === null) return { error: `the marker of “${text}” cannot be read` }
  const named = extras?.[1]?.split(',').map((each) => each.trim()) ?? []
  const unknown = named.find((each) => each !== '' && !isPythonName(each))
  if (unknown !== undefined) return { error: `“${unknown}” in “${text}” is not the name of an extra` }
  return {
    requirement: {
      name: normaliseName(name),
      extras: named.filter(Boolean).map(normaliseName).sort(),
      specifier,
      ...(marker && { marker }),
    },
  }
}
