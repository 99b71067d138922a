/** `publish`: creates the SkillSet if needed, saves, submits. A private SkillSet is published at once. */
import type { Context } from '#lib/context/context.ts'
import { AppError } from '#lib/errors.ts'
import type { Json } from '#lib/json/json.ts'
import { type Submitted, submitDraft } from '#lib/review/submit/submit-draft.ts'
import type { SkillSetDocument } from '#lib/skillset/document/skillset-document.ts'
import { createSkillSet, startNewVersion } from '#lib/studio/draft-lifecycle.ts'
import { getDraft } from '#lib/studio/get-draft.ts'
import { listMySkillSets, type PublisherOverview } from '#lib/studio/list-my-skill-sets.ts'
import { saveDraft } from '#lib/studio/save-draft.ts'
import { contextForPublisher } from '../acting-context.ts'
import type { CliCommand } from '../cli-command.ts'
import { requireSkillSet } from './read-skill-set.ts'

export const publishCommand: CliCommand = {
  summary: 'Save a SkillSet file as its draft and submit it.',
  usage: 'FILE [--email EMAIL] [--publisher HANDLE] [--note TEXT]',
  options: {
    email: 'the user to act as (default: the owner of the handle, or the first admin)',
    publisher: 'the handle to publish under',
    note: 'a note for the reviewers',
  },
  positionals: 1,
  needsDatabase: true,
  async run({ positionals: [file = ''], options }) {
    const { document, notices } = requireSkillSet(file)
    const ctx = await contextForPublisher(options.email, options.publisher)
    const handle = chooseHandle(await listMySkillSets(ctx), options.publisher)
    const skillSetId = await saveAsDraft(ctx, handle, document)
    const submitted = await submitDraft(ctx, { skillSetId, note: options.note ?? '' })
    return answerOf(`${handle}.${document.slug}`, submitted, notices)
  },
}

function chooseHandle(
  { organisationName, publishers }: PublisherOverview,
  wanted: string | undefined,
): string {
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

async function saveAsDraft(ctx: Context, handle: string, document: SkillSetDocument): Promise<string> {
  const { skillSets } = await listMySkillSets(ctx)
  const known = skillSets.find((each) => each.handle === handle && each.slug === document.slug)
  if (!known) return createSkillSet(ctx, { handle, document })

  if (!known.hasDraft) await startNewVersion(ctx, known.id)
  const { draft } = await getDraft(ctx, known.id)
  if (!draft) throw new AppError('CONFLICT', { message: 'The draft has been deleted.' })
  await saveDraft(ctx, {
    skillSetId: known.id,
    document: document as Json,
    revision: draft.revision,
  })
  return known.id
}

function answerOf(name: string, submitted: Submitted, notices: string[]) {
  const isLive = submitted.state === 'PUBLISHED'
  const end = isLive ? 'is published, for your organisation only.' : 'is waiting for review.'
  return {
    text: [...notices, `${name} ${submitted.number} ${end}`].join('\n'),
    json: {
      name,
      version: submitted.number,
      state: submitted.state,
      ...(!isLive && { submission_id: submitted.submissionId }),
    },
  }
}
