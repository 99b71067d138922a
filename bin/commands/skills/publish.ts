/** Creates the SkillSet if needed; a private one is published at once. --site stages from GitHub Actions. */
import type { Context } from '#lib/context/context.ts'
import type { SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import { findSecrets } from '#lib/contracts/texts/find-secrets.ts'
import { AppError, type Issue } from '#lib/kernel/errors.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { answerSecret } from '#lib/publishing/drafts/answer-secret.ts'
import { chooseHandle } from '#lib/publishing/drafts/choose-handle.ts'
import { type Submitted, submitDraft } from '#lib/publishing/review/submit/submit-draft.ts'
import { connectToInstallation } from '../../server/installation/run-file.ts'
import { contextForPublisher, rejectEmailWithSite } from '../acting-context.ts'
import type { CliCommand } from '../cli-command.ts'
import {
  findHints,
  issueLines,
  type LocatedIssue,
  locationText,
  readFaultlessSkillSet,
} from './read-skill-set.ts'
import { saveAsDraft } from './save-as-draft.ts'
import { type StagedBuild, stageFromActions } from './stage-from-actions.ts'

export const publishCommand: CliCommand = {
  summary: 'Save a SkillSet file as its draft and submit it.',
  usage: 'FILE [--email EMAIL] [--publisher HANDLE] [--note TEXT] [--not-secret REASON] [--site URL]',
  options: {
    email: 'the user to act as (default: the owner of the handle, or the first admin)',
    publisher: 'the handle to publish under',
    note: 'a note for the reviewers',
    'not-secret': 'why what looks like a secret is none; reviewers read it',
    site: 'another Guildhall server, from GitHub Actions: stages it without a stored secret',
  },
  positionals: 1,
  needsDatabase: false,
  async run({ positionals: [file = ''], options }) {
    const { document, notices: converted, locate } = readFaultlessSkillSet(file)
    const hints = findHints(document).map((hint) => issueLines(file, locate(hint)))
    const notices = [...converted, ...(hints.length > 0 ? ['Hints:', ...hints] : [])]
    const { site, publisher, note = '' } = options
    rejectEmailWithSite(site, options.email)
    if (site) return stagedAnswer(await stageFromActions({ site, publisher, document, note }), notices)
    connectToInstallation()
    const ctx = await contextForPublisher(options.email, publisher)
    const handle = await chooseHandle(ctx, publisher)
    const skillSetId = await saveAsDraft(ctx, handle, document)
    const reason = options['not-secret']
    if (reason !== undefined) await answerSecrets(ctx, { skillSetId, document, reason })
    const submitted = await submitDraft(ctx, { skillSetId, note }).catch((error) => {
      throw withPlaces(error, file, locate)
    })
    return formatSubmitted(`${handle}.${document.slug}`, submitted, notices)
  },
}

/** The checks of a submission name places in the document; a person looks for them in the file. */
function withPlaces(error: unknown, file: string, locate: (issue: Issue) => LocatedIssue): unknown {
  if (!(error instanceof AppError) || !error.options.issues) return error
  const issues = error.options.issues.map(locate).map((issue) => ({
    ...issue,
    message: `${locationText(file, issue)}${issue.message}`,
  }))
  return new AppError(error.code, { ...error.options, message: error.message, issues, cause: error })
}

/** Gives one reason for every finding of the file. */
async function answerSecrets(
  ctx: Context,
  { skillSetId, document, reason }: { skillSetId: string; document: SkillSetDocument; reason: string },
): Promise<void> {
  const found = findSecrets(document as Json)
  if (found.length === 0) {
    const message = 'Nothing in this file looks like a secret, so --not-secret does not apply.'
    throw new AppError('INVALID_INPUT', { message })
  }
  for (const { id } of found) await answerSecret(ctx, { skillSetId, id, reason })
}

function stagedAnswer(build: StagedBuild, notices: string[]) {
  const { name, version, url } = build
  const text = `${name} ${version} is staged. A person of the publisher submits it: ${url}`
  return { text: [...notices, text].join('\n'), json: { ...build, state: 'STAGED' } }
}

function formatSubmitted(name: string, submitted: Submitted, notices: string[]) {
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
