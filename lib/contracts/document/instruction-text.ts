/** The text of instruction skills with a price, which only those who bought it can read. See docs/spec/execution.md §5. */

import { formatMicros, priceOf } from '../../kernel/money.ts'
import { parseMajor } from '../versions/version-number.ts'
import type { SkillDocument, SkillSetDocument } from './skillset-document.ts'

/** What anyone may know of a text that is for sale. */
export type TextForSale = {
  /** Decimal USDC. */
  price: string
  /** "2.x": all versions that one payment covers. */
  covers: string
  /** The headings of the text, at most 50. */
  headings: string[]
  characters: number
}

/** Returns whether the text of a skill has to be bought: it is an instruction skill with a price. */
export function isPricedInstruction({ kind, pricing }: Pick<SkillDocument, 'kind' | 'pricing'>): boolean {
  return kind === 'instruction' && priceOf({ pricing }) > 0n
}

/** Returns "2.x" for 2.1.0: what a purchase of this version covers. */
export function coveredVersions(version: string): string {
  return `${parseMajor(version)}.x`
}

/**
 * Returns the document without the texts and files of the instruction skills named by `slugs`; their paths and sizes stay, and
 * what is told of each text is in `forSale`, by slug.
 */
export function withholdTexts(
  document: SkillSetDocument,
  slugs: readonly string[],
): { document: SkillSetDocument; forSale: Map<string, TextForSale> } {
  const forSale = new Map<string, TextForSale>()
  if (slugs.length === 0) return { document, forSale }
  const skills = document.skills.map((skill) => {
    if (!slugs.includes(skill.slug)) return skill
    forSale.set(skill.slug, describeText(skill, document.version))
    return withoutText(skill)
  })
  return { document: { ...document, skills }, forSale }
}

function withoutText({ body: _, resources, ...skill }: SkillDocument): SkillDocument {
  if (!resources) return skill
  return {
    ...skill,
    resources: resources.map(({ text, base64, sha256: _hash, sizeBytes, ...file }) => ({
      ...file,
      sizeBytes: sizeBytes ?? Buffer.byteLength(text ?? base64 ?? '', text === undefined ? 'base64' : 'utf8'),
    })),
  }
}

const MAX_HEADINGS = 50
const MAX_HEADING_CHARS = 200

function describeText(skill: SkillDocument, version: string): TextForSale {
  const { body = '' } = skill
  // Lines of code blocks that begin with "#" are comments.
  const prose = body.replaceAll(/^(```|~~~).*?^\1/gms, '')
  const headings = [...prose.matchAll(/^#{1,6}[ \t]+(.+?)[ \t#]*$/gm)].map(([, heading = '']) =>
    heading.slice(0, MAX_HEADING_CHARS),
  )
  return {
    price: formatMicros(priceOf(skill)),
    covers: coveredVersions(version),
    headings: headings.slice(0, MAX_HEADINGS),
    characters: [...body].length,
  }
}
