// A published skill with runs of several organisations, and its next version in review.
import type { SkillDocument, SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import { jsonColumn } from '../../../kernel/db/json-column.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import type { Json } from '../../../kernel/json/json.ts'
import { checkDraft } from '../../../publishing/drafts/check-draft.ts'
import { performReplays } from '../../../publishing/replay/perform-replays.ts'
import { agreeToReplays } from '../../../publishing/replay/replay-consent.ts'
import { approve } from '../../../publishing/review/decide/decide-submission.ts'
import { submitDraft } from '../../../publishing/review/submit/submit-draft.ts'
import { runToEnd } from '../../../runs/start/start-run.ts'
import { connectSandbox } from '../../../sandbox/sandbox-client.ts'
import {
  contextFor,
  makeAdmin,
  makeDraft,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../factories.ts'

export const INVOICE: Partial<SkillDocument> = {
  slug: 'invoice',
  definition: `export default async function handler({ parameters }) {
  const lines = parameters.lines.map(({ name, price, count }) => ({ name, total: price * count }))
  return { message: 'Done.', lines, total: lines.reduce((sum, { total }) => sum + total, 0) }
}`,
  parameters: {
    type: 'object',
    properties: {
      customer: { type: 'string' },
      lines: {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: { type: 'string' }, price: { type: 'number' }, count: { type: 'integer' } },
          required: ['name', 'price', 'count'],
        },
      },
    },
    required: ['lines'],
  },
  response: {
    type: 'object',
    properties: {
      message: { type: 'string' },
      lines: {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: { type: 'string' }, total: { type: 'number' } },
          required: ['name', 'total'],
        },
      },
      total: { type: 'number' },
    },
    required: ['total', 'lines'],
  },
  examples: [{ title: 'One pen', input: { lines: [{ name: 'Pen', price: 2, count: 3 }] } }],
}

export function makeInvoices(
  skill: Partial<SkillDocument> = {},
  set: Partial<SkillSetDocument> = {},
): SkillSetDocument {
  return makeSkillSetDocument({ skills: [makeSkillDocument({ ...INVOICE, ...skill })], ...set })
}

/** Publishes the document as 1.0.0 through review. */
export async function publishForReplay(document = makeInvoices()) {
  const db = database()
  const services = { db, sandbox: connectSandbox() }
  const { id: skillSetId, publisher } = await makeDraft({ document })
  const owner = { ...(await contextFor(publisher.owner)), ...services }
  const admin = { ...(await contextFor(await makeAdmin())), ...services }
  const skillName = `${publisher.handle}.${document.slug}.${document.skills[0]?.slug}`

  async function submit(next: SkillSetDocument): Promise<string> {
    await db.draft.upsert({
      where: { skillSetId },
      create: { skillSetId, document: jsonColumn(next as Json), updatedById: publisher.owner.id },
      update: { document: jsonColumn(next as Json), revision: { increment: 1 } },
    })
    await checkDraft(owner, { skillSetId, maxPrice: '0' })
    const submitted = await submitDraft(owner, { skillSetId })
    if (submitted.state !== 'IN_REVIEW') throw new Error('It was published privately.')
    return submitted.submissionId
  }

  function submitNext(skill: Partial<SkillDocument>, version = '1.0.1'): Promise<string> {
    const [first, ...others] = document.skills
    return submit({
      ...document,
      changelog: 'Changes.',
      version,
      skills: [{ ...first!, ...skill }, ...others],
    })
  }

  async function performReplay(submissionId: string): Promise<void> {
    // Those of other tests.
    await db.replay.updateMany({ where: { submissionId: { not: submissionId } }, data: { state: 'ended' } })
    await performReplays(services)
  }

  await approve(admin, { submissionId: await submit(document), reason: '' })
  return {
    ...{ db, services, skillSetId, owner, admin, skillName, document, submit },

    /** A person whose organisation has agreed, or not. */
    async makeCustomer({ agrees = true } = {}) {
      const user = await makeUser()
      const ctx = { ...(await contextFor(user)), ...services }
      if (agrees) await agreeToReplays(ctx, { publisher: publisher.handle, skillset: document.slug })
      const run = (args: Json) => runToEnd(ctx, { skill: { name: skillName }, args })
      return { ctx, user, organisationId: user.organisation.id, run }
    },

    submitNext,
    performReplay,

    /** Submits 1.0.1 with the changes, and performs its replay. */
    async replay(...changes: Parameters<typeof submitNext>): Promise<string> {
      const submissionId = await submitNext(...changes)
      await performReplay(submissionId)
      return submissionId
    },
  }
}
