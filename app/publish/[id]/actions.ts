'use server'

import { z } from 'zod'
import type { SavedDraft } from '#components/studio/draft-store.ts'
import type { SentDraft } from '#components/studio/studio-data.ts'
import type { ChecklistLine } from '#lib/contract/document/checklist.ts'
import type { MigrationTest } from '#lib/contract/document/migration-tests.ts'
import { DOCUMENT_MAX_BYTES } from '#lib/contract/document/read-document.ts'
import { isObject } from '#lib/contract/json/json.ts'
import { parseWith } from '#lib/contract/json/parse-with.ts'
import { Line } from '#lib/contract/market/sent-text.ts'
import type { RunView } from '#lib/execution/run-view.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { parseJsonText } from '#lib/protocol/parse-json-text.ts'
import { submitDraft } from '#lib/review/submit-draft.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { deleteDraft, deleteSkillSet } from '#lib/studio/delete-draft.ts'
import { getChecklist } from '#lib/studio/get-checklist.ts'
import { getDraft } from '#lib/studio/get-draft.ts'
import { importDocument } from '#lib/studio/import-document.ts'
import { newVersionFrom } from '#lib/studio/new-version.ts'
import { saveAndInspect } from '#lib/studio/save-and-inspect.ts'
import { tryDraft } from '#lib/studio/try-draft.ts'
import { tryDraftMigrations } from '#lib/studio/try-draft-migrations.ts'
import { sendDraft } from './send-draft.ts'

// One byte may take six characters on its way.
const Text = z.string().max(6 * DOCUMENT_MAX_BYTES)
const Revision = z.number().int()
const TestRun = z.object({ skillSlug: Line, args: Text, config: Text.optional(), timeZone: Line })

/** Saves the draft and answers with what is wrong with it. All of these are public endpoints. */
export async function save(id: unknown, text: unknown, revision: unknown): Promise<ActionResult<SavedDraft>> {
  return actionResult(async () => {
    const ctx = await contextFromCookie('studio')
    const document = parseJsonText(parseWith(Text, text))
    return saveAndInspect(ctx, {
      skillSetId: parseWith(Line, id),
      document,
      revision: parseWith(Revision, revision),
    })
  })
}

/** The draft as it is stored now. */
export async function load(id: unknown): Promise<ActionResult<SentDraft>> {
  return actionResult(async () =>
    sendDraft(await getDraft(await contextFromCookie('studio'), parseWith(Line, id))),
  )
}

export async function readUpload(text: unknown): Promise<ActionResult<{ text: string }>> {
  return actionResult(async () => {
    const document = importDocument(await contextFromCookie('studio'), parseWith(Text, text))
    return { text: JSON.stringify(document) }
  })
}

export async function readPublished(id: unknown): Promise<ActionResult<{ text: string }>> {
  return actionResult(async () => {
    const document = await newVersionFrom(await contextFromCookie('studio'), parseWith(Line, id))
    return { text: JSON.stringify(document) }
  })
}

/** Starts a test run of one skill of the stored draft. */
export async function run(id: unknown, request: unknown): Promise<ActionResult<RunView>> {
  return actionResult(async () => {
    const { args, config, ...rest } = parseWith(TestRun, request)
    const values = config === undefined ? undefined : parseJsonText(config)
    return tryDraft(await contextFromCookie('studio'), {
      ...rest,
      skillSetId: parseWith(Line, id),
      args: parseJsonText(args),
      ...(isObject(values) && { config: values }),
    })
  })
}

export async function check(id: unknown): Promise<ActionResult<ChecklistLine[]>> {
  return actionResult(async () => getChecklist(await contextFromCookie('studio'), parseWith(Line, id)))
}

/** Tries the migrations of the stored draft on the examples of what is published. */
export async function tryMigrations(id: unknown): Promise<ActionResult<MigrationTest[]>> {
  return actionResult(async () => tryDraftMigrations(await contextFromCookie('studio'), parseWith(Line, id)))
}

export async function submit(
  id: unknown,
  note: unknown,
  revision: unknown,
): Promise<ActionResult<{ state: string }>> {
  return actionResult(async () => {
    const ctx = await contextFromCookie('studio')
    const request = {
      skillSetId: parseWith(Line, id),
      note: parseWith(Text, note),
      revision: parseWith(Revision, revision),
    }
    const { state } = await submitDraft(ctx, request)
    return { state }
  })
}

export async function discard(id: unknown, revision: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    const request = { skillSetId: parseWith(Line, id), revision: parseWith(Revision, revision) }
    await deleteDraft(await contextFromCookie('studio'), request)
  })
}

export async function deleteAll(id: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => deleteSkillSet(await contextFromCookie('studio'), parseWith(Line, id)))
}
