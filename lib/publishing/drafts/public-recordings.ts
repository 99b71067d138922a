/**
 * Recordings that their publisher lets everyone download: what the hosts answered, without what could belong to the
 * publisher alone. Settings and replies of other skills, tools and blobs are left out, and secrets are `{secret}`.
 */
import { recordAudit } from '../../audit/audit-log.ts'
import { type Context, workOwner } from '../../context/context.ts'
import type { nameSecrets } from '../../contracts/texts/find-secrets.ts'
import { AppError } from '../../kernel/errors.ts'
import { runInThread } from '../../kernel/threads/run-in-thread.ts'
import { joinRecordingTexts, listUnreadable } from '../examples/recording-texts.ts'
import { openContent, type RecordingContent } from '../examples/recordings.ts'
import { findPublicRecording, findPublicSince, setRecordingPublic } from '../rows/recordings.ts'
import { auditSubject, openRecording, PLACEHOLDER } from './record-example.ts'
import { requireOwnSkillSetAdmin } from './require-own-skill-set.ts'

type Which = { skillSetId: string; id: string }

export type PublicRecordingPreview = {
  /** What everyone could download, as JSON. */
  text: string
  /** Names of what looks like a secret in it. With one, it cannot be published. */
  secrets: string[]
  /** URLs of responses that are text and not UTF-8: nobody can check them, so with one, it cannot be published. */
  unreadable: string[]
}

/**
 * Returns what everyone could download if the recording were public. Throws UNAUTHENTICATED, NOT_FOUND without access or
 * recording, and POLICY_DENIED for plain members.
 */
export async function previewPublicRecording(ctx: Context, which: Which): Promise<PublicRecordingPreview> {
  const { content } = await openRecording(ctx, which)
  const { exchanges } = content.recording
  const searched = joinRecordingTexts(exchanges, [content.output]).replaceAll(PLACEHOLDER, '')
  const names = await runInThread<typeof nameSecrets>('secret-names', [[searched]], { owner: workOwner(ctx) })
  return {
    text: toPublicText(content),
    secrets: names.flat(),
    unreadable: listUnreadable(exchanges),
  }
}

/**
 * Lets everyone download the responses of a recording that is kept, or ends that. Throws as `previewPublicRecording`, and
 * PRECONDITION_FAILED if they contain what looks like a secret, or text that is not UTF-8.
 */
export async function publishRecording(
  ctx: Context,
  { isPublic, ...which }: Which & { isPublic: boolean },
): Promise<void> {
  const { viewer, skillSet } = await requireOwnSkillSetAdmin(ctx, which.skillSetId)
  if (isPublic) requireNoSecrets(await previewPublicRecording(ctx, which))
  await ctx.db.$transaction(async (tx) => {
    if (!(await setRecordingPublic(tx, { ...which, isPublic }))) throw new AppError('NOT_FOUND')
    const data = { id: which.id, isPublic }
    await recordAudit(tx, { ...auditSubject(viewer, skillSet), action: 'recording.publish', data })
  })
}

function requireNoSecrets({ secrets, unreadable }: PublicRecordingPreview): void {
  if (secrets.length > 0)
    throw new AppError('PRECONDITION_FAILED', {
      message: `The recording contains what looks like a secret: ${secrets.join(', ')}.`,
      suggestedAction: 'Record the example again with an answer that has none, then publish that recording.',
    })
  if (unreadable.length > 0)
    throw new AppError('PRECONDITION_FAILED', {
      message: `The recording contains text that is not UTF-8 and cannot be checked for secrets: ${unreadable.join(', ')}.`,
      suggestedAction: 'Record the example again with an answer in UTF-8, then publish that recording.',
    })
}

/**
 * Returns an ETag of a public recording without opening it: its content never changes, and each publication has another one.
 * Throws as `readPublicRecording`.
 */
export async function getPublicRecordingEtag({ db }: Pick<Context, 'db'>, id: string): Promise<string> {
  const since = await findPublicSince(db, id)
  if (!since) throw notPublicError()
  return `"${id}-${since.getTime()}"`
}

/** Returns a public recording as JSON. Throws NOT_FOUND for any other, and if no public version was submitted with it. */
export async function readPublicRecording(id: string): Promise<string> {
  const row = await findPublicRecording(id)
  const content = row && (await openContent(row))
  if (!content) throw notPublicError()
  return toPublicText(content)
}

function notPublicError(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such recording, or it is not public.' })
}

function toPublicText({ recording, output }: RecordingContent): string {
  const exchanges = recording.exchanges.map(({ method, url, headers, reply }) => ({
    request: { method, url, headers },
    ...(reply.kind === 'response'
      ? { response: { status: reply.status, headers: reply.headers, body: reply.body } }
      : { failure: reply.message }),
  }))
  const shown = { exchanges, output, calls_left_out: recording.calls.length }
  return `${JSON.stringify(shown, null, 2).replaceAll(PLACEHOLDER, '{secret}')}\n`
}
