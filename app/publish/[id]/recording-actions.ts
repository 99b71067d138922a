'use server'

import { z } from 'zod'
import type { Context } from '#lib/context/context.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { LineField } from '#lib/kernel/validation/text-fields.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'
import * as publicRecordings from '#lib/publishing/drafts/public-recordings.ts'
import * as recordings from '#lib/publishing/drafts/record-example.ts'
import { requireOwnSkillSetAdmin } from '#lib/publishing/drafts/require-own-skill-set.ts'

const STUDIO = { channel: 'studio' } as const
const COSTLY = { ...STUDIO, isCostly: true } as const

const requireAdminOf = (id: unknown) => (ctx: Context) =>
  requireOwnSkillSetAdmin(ctx, parseFields(LineField, id))

const Example = z.object({
  skillSlug: LineField,
  exampleIndex: z.number().int().min(0),
  maxPrice: LineField.optional(),
})

export async function listRecordings(id: unknown): Promise<ActionResult<recordings.ExampleRecordings[]>> {
  return performAction(STUDIO, (ctx) => recordings.listRecordings(ctx, parseFields(LineField, id)))
}

/** Runs the example live, which costs up to `maxPrice` each time. */
export async function recordExample(
  id: unknown,
  example: unknown,
): Promise<ActionResult<recordings.RecordingView>> {
  return performAction(COSTLY, (ctx) => {
    const { maxPrice, ...which } = parseFields(Example, example)
    const request = { ...which, skillSetId: parseFields(LineField, id) }
    return recordings.recordExample(ctx, { ...request, ...(maxPrice !== undefined && { maxPrice }) })
  })
}

export async function readRecording(
  id: unknown,
  recordingId: unknown,
): Promise<ActionResult<recordings.RecordingView>> {
  return performAction(STUDIO, (ctx) => recordings.getRecording(ctx, parseRecording(id, recordingId)))
}

export async function downloadRecording(
  id: unknown,
  recordingId: unknown,
): Promise<ActionResult<{ text: string }>> {
  return performAction(STUDIO, (ctx) => recordings.downloadRecording(ctx, parseRecording(id, recordingId)))
}

export async function keepRecording(id: unknown, recordingId: unknown): Promise<ActionResult<void>> {
  return performAction(STUDIO, (ctx) => recordings.keepRecording(ctx, parseRecording(id, recordingId)))
}

export async function deleteRecording(id: unknown, recordingId: unknown): Promise<ActionResult<void>> {
  return performAction(STUDIO, (ctx) => recordings.deleteRecording(ctx, parseRecording(id, recordingId)))
}

export async function previewPublicRecording(
  id: unknown,
  recordingId: unknown,
): Promise<ActionResult<publicRecordings.PublicRecordingPreview>> {
  return performAction(STUDIO, (ctx) =>
    publicRecordings.previewPublicRecording(ctx, parseRecording(id, recordingId)),
  )
}

/** Lets everyone download the responses of a recording, which needs a recent proof of identity, or ends that. */
export async function publishRecording(
  id: unknown,
  recordingId: unknown,
  isPublic: unknown,
): Promise<ActionResult<void>> {
  return performAction(
    {
      ...{ ...STUDIO, authorize: requireAdminOf(id), refreshes: 'always' },
      requiresRecentAuth: isPublic === true,
    },
    (ctx) =>
      publicRecordings.publishRecording(ctx, {
        ...parseRecording(id, recordingId),
        isPublic: parseFields(z.boolean(), isPublic),
      }),
  )
}

function parseRecording(id: unknown, recordingId: unknown): { skillSetId: string; id: string } {
  return { skillSetId: parseFields(LineField, id), id: parseFields(LineField, recordingId) }
}
