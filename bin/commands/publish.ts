/**
 * `publish`: a SkillSet file into its draft, and the draft to review.
 *
 * The same steps as in the studio: create or open the SkillSet, save the draft, submit it. A private SkillSet is
 * published at once; a public one waits for an admin.
 */
import type { Context } from '#lib/context.ts'
import type { SkillSetDocument } from '#lib/contract/document/skillset-document.ts'
import type { Json } from '#lib/contract/json/json.ts'
import { AppError } from '#lib/errors.ts'
import { type Submitted, submitDraft } from '#lib/review/submit-draft.ts'
import { createSkillSet } from '#lib/studio/create-skill-set.ts'
import { getDraft } from '#lib/studio/get-draft.ts'
import { importDocument } from '#lib/studio/import-document.ts'
import { type Desk, listMySkillSets } from '#lib/studio/list-my-skill-sets.ts'
import { startNewVersion } from '#lib/studio/new-version.ts'
import { saveDraft } from '#lib/studio/save-draft.ts'
import type { Command } from './command.ts'
import { readSkillSetFile } from './read-skill-set-file.ts'
import { publisherContext } from './who.ts'

export const publishCommand: Command = {
  summary: 'Put a SkillSet file into its draft and submit it.',
  usage: 'FILE [--email EMAIL] [--publisher HANDLE] [--note TEXT]',
  options: {
    email: 'who publishes; when left out, the owner of the handle, or the first admin',
    publisher: 'the handle to publish under',
    note: 'a word to the admins',
  },
  words: 1,
  meetsDatabase: true,
  async run({ words: [file = ''], options }) {
    const text = readSkillSetFile(file)
    const ctx = await publisherContext(options.email, options.publisher)
    const document = importDocument(ctx, text)
    const handle = chooseHandle(await listMySkillSets(ctx), options.publisher)
    const skillSetId = await putIntoDraft(ctx, handle, document)
    const submitted = await submitDraft(ctx, { skillSetId, note: options.note ?? '' })
    return answerOf(`${handle}.${document.slug}`, submitted)
  },
}

function chooseHandle({ organisationName, publishers }: Desk, wanted: string | undefined): string {
  const handles = publishers.map(({ handle }) => handle)
  const [first] = handles
  if (!first) {
    const message = `${organisationName} has no publisher handle yet. Claim one on the site, under Publish.`
    throw new AppError('PRECONDITION_FAILED', { message })
  }
  if (wanted ? !handles.includes(wanted) : handles.length > 1) {
    const message = `${organisationName} publishes as ${handles.join(', ')}. Choose one with --publisher.`
    throw new AppError('INVALID_INPUT', { message })
  }
  return wanted ?? first
}

async function putIntoDraft(ctx: Context, handle: string, document: SkillSetDocument): Promise<string> {
  const { skillSets } = await listMySkillSets(ctx)
  const known = skillSets.find((each) => each.handle === handle && each.slug === document.slug)
  if (!known) return createSkillSet(ctx, { handle, document })

  if (!known.hasDraft) await startNewVersion(ctx, known.id)
  const { draft } = await getDraft(ctx, known.id)
  if (!draft) throw new AppError('CONFLICT', { message: 'The draft was deleted meanwhile.' })
  await saveDraft(ctx, {
    skillSetId: known.id,
    document: document as unknown as Json,
    revision: draft.revision,
  })
  return known.id
}

function answerOf(name: string, submitted: Submitted) {
  const isLive = submitted.state === 'PUBLISHED'
  const end = isLive ? 'is published, for your organisation only.' : 'waits for review.'
  return {
    text: `${name} ${submitted.number} ${end}`,
    json: {
      name,
      version: submitted.number,
      state: submitted.state,
      ...(!isLive && { submission_id: submitted.submissionId }),
    },
  }
}
