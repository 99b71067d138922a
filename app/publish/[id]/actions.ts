'use server'

import { z } from 'zod'
import type { DraftSaveResult } from '#components/drafts/draft-store.ts'
import type { SentDraft, SentSuggestion } from '#components/publishing/studio/state/studio-data.ts'
import type { Context } from '#lib/context/context.ts'
import type { MigrationTest } from '#lib/contracts/checks/migration-tests.ts'
import { MAX_DEPENDENCIES } from '#lib/contracts/document/skill-limits.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { LineField } from '#lib/kernel/validation/text-fields.ts'
import type { PackageSearch } from '#lib/packages/registry/search-packages.ts'
import { JsonText, parseSentText, parseTestRun } from '#lib/protocols/http/requests/parse-test-run.ts'
import { parseJsonText } from '#lib/protocols/http/requests/read-body.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'
import * as assistant from '#lib/publishing/assistant/suggest-edit.ts'
import * as secrets from '#lib/publishing/drafts/answer-secret.ts'
import * as checks from '#lib/publishing/drafts/check-draft.ts'
import * as lifecycle from '#lib/publishing/drafts/draft-lifecycle.ts'
import * as drafts from '#lib/publishing/drafts/get-draft.ts'
import * as hiddenAdvice from '#lib/publishing/drafts/hidden-advice.ts'
import { importDocumentInto } from '#lib/publishing/drafts/import-document.ts'
import { requireOwnSkillSetAdmin } from '#lib/publishing/drafts/require-own-skill-set.ts'
import {
  type DraftPackages,
  resolveDraftPackages,
  searchDraftPackages,
} from '#lib/publishing/drafts/resolve-draft-packages.ts'
import { saveAndInspect } from '#lib/publishing/drafts/save-draft.ts'
import * as testSettings from '#lib/publishing/drafts/test-settings.ts'
import { RELEASE_CHOICES } from '#lib/publishing/model/rollout-steps.ts'
import * as review from '#lib/publishing/review/submit/submit-draft.ts'
import type { ListedChoice } from '#lib/runs/start/list-choices.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'
import { sendDraft } from './send-draft.ts'

const STUDIO = { channel: 'studio' } as const
const COSTLY = { ...STUDIO, isCostly: true } as const

const requireAdminOf = (id: unknown) => (ctx: Context) =>
  requireOwnSkillSetAdmin(ctx, parseFields(LineField, id))

const Release = z.enum(RELEASE_CHOICES).optional()
const Revision = z.number().int()
const Choices = z.object({ skillSlug: LineField, helper: LineField, input: JsonText })

/** Public endpoint: arguments are untrusted. Returns the draft's problems. */
export async function saveDraft(
  id: unknown,
  sent: unknown,
  revision: unknown,
): Promise<ActionResult<DraftSaveResult>> {
  return performAction(STUDIO, async (ctx) => {
    return saveAndInspect(ctx, {
      skillSetId: parseFields(LineField, id),
      document: parseJsonText(parseSentText(sent)),
      revision: parseFields(Revision, revision),
    })
  })
}

export async function loadDraft(id: unknown): Promise<ActionResult<SentDraft>> {
  return performAction(STUDIO, async (ctx) =>
    sendDraft(await drafts.getDraft(ctx, parseFields(LineField, id))),
  )
}

export async function readUpload(
  id: unknown,
  sent: unknown,
): Promise<ActionResult<{ text: string; notices: string[] }>> {
  return performAction(COSTLY, async (ctx) => {
    const upload = { skillSetId: parseFields(LineField, id), text: parseSentText(sent) }
    const { document, notices } = await importDocumentInto(ctx, upload)
    return { text: JSON.stringify(document), notices }
  })
}

export async function readPublishedDocument(id: unknown): Promise<ActionResult<{ text: string }>> {
  return performAction(STUDIO, async (ctx) => {
    const document = await lifecycle.draftNextVersion(ctx, parseFields(LineField, id))
    return { text: JSON.stringify(document) }
  })
}

export async function readDraftBeforeProgram(id: unknown): Promise<ActionResult<{ text: string }>> {
  return performAction(STUDIO, async (ctx) => {
    return { text: JSON.stringify(await drafts.getDraftBeforeProgram(ctx, parseFields(LineField, id))) }
  })
}

export async function startTestRun(id: unknown, request: unknown): Promise<ActionResult<RunView>> {
  return performAction(COSTLY, async (ctx) => {
    return checks.startTestRun(ctx, { ...parseTestRun(request), skillSetId: parseFields(LineField, id) })
  })
}

export async function resolvePackages(id: unknown, add: unknown): Promise<ActionResult<DraftPackages>> {
  return performAction(COSTLY, async (ctx) => {
    return resolveDraftPackages(ctx, {
      skillSetId: parseFields(LineField, id),
      add: parseFields(z.array(LineField).max(MAX_DEPENDENCIES), add),
    })
  })
}

const SearchText = z.string().trim().min(2).max(100)

export async function searchPackages(id: unknown, text: unknown): Promise<ActionResult<PackageSearch>> {
  return performAction(STUDIO, async (ctx) => {
    return searchDraftPackages(ctx, {
      skillSetId: parseFields(LineField, id),
      text: parseFields(SearchText, text),
    })
  })
}

/** Asks the operator's model for edits of a skill, which are only shown. */
export async function suggestEdit(id: unknown, request: unknown): Promise<ActionResult<SentSuggestion>> {
  return performAction(COSTLY, async (ctx) => {
    const skillSetId = parseFields(LineField, id)
    const sent = parseFields(z.record(z.string(), z.unknown()), request)
    const { document, ...suggestion } = await assistant.suggestEdit(ctx, { ...sent, skillSetId })
    return { ...suggestion, text: document === null ? null : JSON.stringify(document) }
  })
}

/** Runs the skill of the draft that computes the choices. */
export async function listTestChoices(id: unknown, request: unknown): Promise<ActionResult<ListedChoice[]>> {
  return performAction(STUDIO, async (ctx) => {
    const { input, ...rest } = parseFields(Choices, request)
    const choicesRequest = { ...rest, skillSetId: parseFields(LineField, id), input: parseJsonText(input) }
    return checks.listTestChoices(ctx, choicesRequest)
  })
}

/** Returns the checklist with what is known without running anything. */
export async function readChecklist(id: unknown): Promise<ActionResult<checks.DraftChecklist>> {
  return performAction(STUDIO, (ctx) => checks.getChecklist(ctx, parseFields(LineField, id)))
}

/** Runs the examples, which cost up to `maxPrice`. */
export async function checkDraft(
  id: unknown,
  maxPrice: unknown,
): Promise<ActionResult<checks.DraftChecklist>> {
  return performAction(COSTLY, (ctx) =>
    checks.checkDraft(ctx, {
      skillSetId: parseFields(LineField, id),
      maxPrice: parseFields(LineField, maxPrice),
    }),
  )
}

export async function readTestSettings(id: unknown): Promise<ActionResult<testSettings.TestSettings>> {
  return performAction(STUDIO, (ctx) => testSettings.getTestSettings(ctx, parseFields(LineField, id)))
}

export async function saveTestSettings(
  id: unknown,
  changes: unknown,
): Promise<ActionResult<testSettings.TestSettings>> {
  return performAction(STUDIO, (ctx) =>
    testSettings.saveTestSettings(ctx, { skillSetId: parseFields(LineField, id), changes }),
  )
}

/** Allows reviewers to use the test settings, or ends that. */
export async function shareTestSettings(id: unknown, forReviewers: unknown): Promise<ActionResult<void>> {
  return performAction(STUDIO, (ctx) =>
    testSettings.shareTestSettings(ctx, {
      skillSetId: parseFields(LineField, id),
      forReviewers: parseFields(z.boolean(), forReviewers),
    }),
  )
}

/**
 * Lends the test settings to the weekly checks of published examples, which needs a recent proof of identity, or ends that.
 */
export async function lendTestSettings(id: unknown, forLiveChecks: unknown): Promise<ActionResult<void>> {
  return performAction(
    { ...STUDIO, authorize: requireAdminOf(id), requiresRecentAuth: forLiveChecks === true },
    (ctx) =>
      testSettings.lendTestSettings(ctx, {
        skillSetId: parseFields(LineField, id),
        forLiveChecks: parseFields(z.boolean(), forLiveChecks),
      }),
  )
}

/** Hides advice of the draft, or shows it again. */
export async function changeHiddenAdvice(id: unknown, change: unknown): Promise<ActionResult<void>> {
  return performAction(STUDIO, (ctx) =>
    hiddenAdvice.changeHiddenAdvice(ctx, { skillSetId: parseFields(LineField, id), change }),
  )
}

/** Stores why a finding of the checklist is not a secret. */
export async function answerSecret(
  id: unknown,
  findingId: unknown,
  reason: unknown,
): Promise<ActionResult<void>> {
  return performAction(STUDIO, (ctx) =>
    secrets.answerSecret(ctx, {
      skillSetId: parseFields(LineField, id),
      id: parseFields(JsonText, findingId),
      reason: parseFields(JsonText, reason),
    }),
  )
}

export async function tryDraftMigrations(id: unknown): Promise<ActionResult<MigrationTest[]>> {
  return performAction(COSTLY, (ctx) => checks.tryDraftMigrations(ctx, parseFields(LineField, id)))
}

export async function submitDraft(
  id: unknown,
  note: unknown,
  revision: unknown,
  release?: unknown,
): Promise<ActionResult<{ state: string }>> {
  return performAction(COSTLY, async (ctx) => {
    const { state } = await review.submitDraft(ctx, {
      skillSetId: parseFields(LineField, id),
      note: parseFields(JsonText, note),
      revision: parseFields(Revision, revision),
      release: parseFields(Release, release),
    })
    return { state }
  })
}

export async function deleteDraft(id: unknown, revision: unknown): Promise<ActionResult<void>> {
  return performAction(STUDIO, async (ctx) => {
    await lifecycle.deleteDraft(ctx, {
      skillSetId: parseFields(LineField, id),
      revision: parseFields(Revision, revision),
    })
  })
}

export async function deleteSkillSet(id: unknown): Promise<ActionResult<void>> {
  return performAction(STUDIO, (ctx) => lifecycle.deleteSkillSet(ctx, parseFields(LineField, id)))
}
