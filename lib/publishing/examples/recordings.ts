/** The content of recordings, encrypted with the site's master key: responses may contain personal data. */
import { recordingLocation } from '../../config/sealing.ts'
import type { SkillExample } from '../../contracts/document/skillset-document.ts'
import type { ExampleAssertion } from '../../contracts/examples/example-assertion.ts'
import { digestOf } from '../../kernel/json/digest-of.ts'
import type { Json } from '../../kernel/json/json.ts'
import { type SealedRecording, sealRecording, unsealRecording } from '../../runs/replay/sealed-recording.ts'
import type { ExampleRecording } from '../../runs/start/run-examples.ts'
import type { RunRecording } from '../../sandbox/run-recording.ts'
import { findKeptRecording, findRecordingOfVersion, type RecordingRow } from '../rows/recordings.ts'

export type RecordingContent = {
  recording: RunRecording
  /** The output that the example had. */
  output: Json
  /** What differed between two runs. */
  noise: ExampleAssertion[]
}

/** Returns what finds the recording of an example again, whatever its title and place. */
export function digestInput({ input, config = {} }: Pick<SkillExample, 'input' | 'config'>): string {
  return digestOf([input, config])
}

export function sealContent(id: string, content: RecordingContent): SealedRecording {
  return sealRecording(recordingLocation('', id), JSON.stringify(content))
}

/** Returns null if the server does not have its key. Throws if the content store does not have its content. */
export async function openContent(
  row: Pick<RecordingRow, 'id' | 'sealed' | 'keyId' | 'content' | 'recordedAt'>,
): Promise<RecordingContent | null> {
  const text = await unsealRecording(recordingLocation('', row.id), row)
  if (text === null) return null
  // Only `sealContent` writes it.
  const content = JSON.parse(text) as RecordingContent
  const run = { id: row.id, startedMs: row.recordedAt.getTime() }
  return { ...content, recording: { run, ...content.recording } }
}

type RecordedExample = { skillSetId: string; skillSlug: string; example: SkillExample }

/** Returns the recording with which the example is checked; null if there is none, so that it runs live. */
export async function openKeptRecording({
  skillSetId,
  skillSlug,
  example,
}: RecordedExample): Promise<ExampleRecording | null> {
  return openRow(await findKeptRecording({ skillSetId, skillSlug, inputDigest: digestInput(example) }))
}

/**
 * Returns the recording with which an example of a version was submitted, else the one that is kept now; null if there is none. A
 * later one answers a later version, and may lack what this one asks.
 */
export async function openRecordingOfVersion({
  versionId,
  exampleIndex,
  ...recorded
}: RecordedExample & { versionId: string; exampleIndex: number }): Promise<ExampleRecording | null> {
  const row = await findRecordingOfVersion({ versionId, skillSlug: recorded.skillSlug, exampleIndex })
  return (await openRow(row)) ?? openKeptRecording(recorded)
}

async function openRow(row: RecordingRow | null): Promise<ExampleRecording | null> {
  const content = row && (await openContent(row))
  return content ? { id: row.id, recording: content.recording, output: content.output } : null
}
