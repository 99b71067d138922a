/** Finds the licence of a skill in a repository: what it states, and where. */
import parseSpdx from 'spdx-expression-parse'
import { isObject } from '../../kernel/json/json.ts'
import { readNotation } from '../source/read-notation.ts'

export type FoundLicense = {
  /** An SPDX expression such as `MIT OR Apache-2.0`, or the words of the source. */
  name: string
  /** The path in the repository that states it. */
  source: string
  /** False for words that are no SPDX expression, such as “Complete terms in LICENSE.txt”: a person has to read them. */
  isSpdx: boolean
}

/** What a licence file begins with. Order matters: the shorter names are within the longer ones. */
// biome-ignore format: table
const TITLES: [pattern: RegExp, spdx: string][] = [
  [/\bGNU AFFERO GENERAL PUBLIC LICENSE\s+Version 3/i, 'AGPL-3.0-only'],
  [/\bGNU LESSER GENERAL PUBLIC LICENSE\s+Version 3/i, 'LGPL-3.0-only'],
  [/\bGNU LESSER GENERAL PUBLIC LICENSE\s+Version 2\.1/i, 'LGPL-2.1-only'],
  [/\bGNU GENERAL PUBLIC LICENSE\s+Version 3/i, 'GPL-3.0-only'],
  [/\bGNU GENERAL PUBLIC LICENSE\s+Version 2/i, 'GPL-2.0-only'],
  [/\bApache License,?\s+Version 2\.0, January 2004/i, 'Apache-2.0'],
  [/\bMozilla Public License,?\s+Version 2\.0/i, 'MPL-2.0'],
  [/\bThis is free and unencumbered software released into the public domain/i, 'Unlicense'],
  [/\bBoost Software License - Version 1\.0/i, 'BSL-1.0'],
  [/\bCC0 1\.0 Universal/i, 'CC0-1.0'],
  [/\bAttribution-ShareAlike 4\.0 International/i, 'CC-BY-SA-4.0'],
  [/\bAttribution 4\.0 International/i, 'CC-BY-4.0'],
  [/\bPermission to use, copy, modify, and(?:\/or)? distribute this software for any purpose with or without fee is hereby granted, provided that/i, 'ISC'],
  [/\bPermission to use, copy, modify, and(?:\/or)? distribute this software for any purpose with or without fee is hereby granted\./i, '0BSD'],
  [/\bPermission is hereby granted, free of charge, to any person obtaining a copy[\s\S]{0,900}The above copyright notice and this permission notice/i, 'MIT'],
  [/\bRedistribution and use in source and binary forms[\s\S]{0,1500}Neither the name/i, 'BSD-3-Clause'],
  [/\bRedistribution and use in source and binary forms/i, 'BSD-2-Clause'],
]

/** A licence file names itself within its first lines. */
const MAX_TITLE_CHARS = 4_000

/** The name of a file that states a licence. */
export const LICENSE_FILE = /^(?:licen[cs]e|copying|unlicense)(?:[.-][\w.-]+)?$/i

type Stated = { path: string; text: string }

/**
 * Returns the licence of a skill. `levels` are the licence files and package.json of its folder, then of each folder around
 * it; the `license` of its SKILL.md belongs to the first. Only the innermost level that states something counts, because
 * terms of the repository do not replace those of a skill. There, the first that is an SPDX expression or the text of a
 * known licence wins, else the first of all. Returns undefined if there is none.
 */
export function findLicense(
  frontmatter: { path: string; license?: string | undefined },
  levels: readonly (readonly Stated[])[],
): FoundLicense | undefined {
  const stated = frontmatter.license ? [fromWords(frontmatter.license, frontmatter.path)] : []
  const found = levels.map((files, index) => [
    ...(index === 0 ? stated : []),
    ...files.flatMap(({ path, text }) => readStatement(path, text) ?? []),
  ])
  const nearest = found.find((level) => level.length > 0)
  return nearest?.find(({ isSpdx }) => isSpdx) ?? nearest?.[0]
}

function readStatement(path: string, text: string): FoundLicense | undefined {
  if (!path.endsWith('package.json')) return readLicenseText(path, text)
  const { value } = readNotation(text)
  const license = isObject(value) ? value.license : undefined
  return typeof license === 'string' && license !== '' ? fromWords(license, path) : undefined
}

function readLicenseText(path: string, text: string): FoundLicense | undefined {
  const start = text.slice(0, MAX_TITLE_CHARS).replace(/\s+/g, ' ')
  const known = TITLES.find(([pattern]) => pattern.test(start))
  if (known) return { name: known[1], source: path, isSpdx: true }
  const first = text
    .split('\n')
    .map((line) => line.trim())
    .find(Boolean)
  return first === undefined ? undefined : { name: first.slice(0, 100), source: path, isSpdx: false }
}

function fromWords(words: string, source: string): FoundLicense {
  return { name: words.trim().slice(0, 200), source, isSpdx: isSpdxExpression(words.trim()) }
}

/** `UNLICENSED` and `SEE LICENSE IN …` of npm are no expressions, and grant nothing. */
export function isSpdxExpression(text: string): boolean {
  if (text.length > 200 || /LicenseRef|DocumentRef/.test(text)) return false
  try {
    parseSpdx(text)
    return true
  } catch {
    return false
  }
}
