/** `publish`: creates the SkillSet if needed, saves, submits. A private SkillSet is published at once. */
import { type Submitted, submitDraft } from '#lib/review/submit/submit-draft.ts'
import { contextForPublisher } from '../acting-context.ts'
import type { CliCommand } from '../cli-command.ts'
import { readValidSkillSet } from './read-skill-set.ts'
import { chooseHandle, saveAsDraft } from './save-as-draft.ts'

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
    const { document, notices } = readValidSkillSet(file)
    const ctx = await contextForPublisher(options.email, options.publisher)
    const handle = await chooseHandle(ctx, options.publisher)
    const skillSetId = await saveAsDraft(ctx, handle, document)
    const submitted = await submitDraft(ctx, { skillSetId, note: options.note ?? '' })
    return answerOf(`${handle}.${document.slug}`, submitted, notices)
  },
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
