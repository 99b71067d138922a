/** Withholds the texts of instruction skills with a price from those who have not bought them, for every channel. */
import type { Context } from '../context/context.ts'
import {
  isPricedInstruction,
  type TextForSale,
  withholdTexts,
} from '../contracts/document/instruction-text.ts'
import type { SkillSetDocument } from '../contracts/document/skillset-document.ts'
import { parseMajor } from '../contracts/versions/version-number.ts'
import { AppError } from '../kernel/errors.ts'
import { skillNamePath } from '../kernel/site/paths.ts'
import { listPaidSlugs } from '../money/rows/skill-purchases.ts'

type Readable = { document: SkillSetDocument; forSale: Map<string, TextForSale> }

type OfSkillSet = { skillSetId: string; isOwner: boolean; version: string; document: SkillSetDocument }

/**
 * Returns the document as the viewer may read it, and what is for sale in it. Members of the publisher, and admins of the site,
 * who review it, read everything.
 */
export async function withholdUnbought(
  { db, viewer, keyId }: Pick<Context, 'db' | 'viewer' | 'keyId'>,
  { skillSetId, isOwner, version, document }: OfSkillSet,
): Promise<Readable> {
  const priced = document.skills.filter(isPricedInstruction).map(({ slug }) => slug)
  const isReviewer = viewer?.role === 'ADMIN' && keyId === undefined
  if (priced.length === 0 || isOwner || isReviewer) return { document, forSale: new Map() }
  const key = { organisationId: viewer?.organisationId ?? '', skillSetId, major: parseMajor(version) }
  const paid = viewer ? await listPaidSlugs(db, key) : []
  return withholdTexts(
    { ...document, version },
    priced.filter((slug) => !paid.includes(slug)),
  )
}

/** The keyword of the detail that has the price of a text. */
const NOT_BOUGHT = 'purchase'

/** The one refusal of a text that is not bought: what it costs, what that covers and how to buy it. */
export function textNotBought(name: string, { price, covers }: TextForSale): AppError {
  const covered = `all versions ${covers}`
  return new AppError('PAYMENT_REQUIRED', {
    message: `The text of ${name} costs ${price} USDC, once for ${covered}. Your organisation has not bought it.`,
    suggestedAction: `Buy it on its page, or by running the skill without arguments: execute_skill with {"name": "${name}"}.`,
    href: skillNamePath(name),
    issues: [
      {
        path: '',
        keyword: NOT_BOUGHT,
        message: `costs ${price} USDC for ${covered}`,
        params: { name, price, currency: 'USDC', covers },
      },
    ],
  })
}
