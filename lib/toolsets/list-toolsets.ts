import { z } from 'zod'
import { describeBehaviour } from '../behaviour/model/describe-behaviour.ts'
import { listNewBehaviour } from '../behaviour/rows/list-new-behaviour.ts'
import { type Context, requireViewer } from '../context/context.ts'
import { type Change, type ShownChange, toShownChange } from '../contracts/changes/changes.ts'
import type { PermissionLine } from '../contracts/permissions/permission-lines.ts'
import { AppError } from '../kernel/errors.ts'
import type { Json } from '../kernel/json/json.ts'
import { valueAt } from '../kernel/json/json-pointer.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { permissionsToConsentTo } from './change-toolset.ts'
import { type ConsentComparison, compareWithConsent, findCurrentSkill } from './compare-with-consent.ts'
import * as store from './rows/toolsets.ts'

/** Changes of texts for agents include both texts. */
export type AskingChange = ShownChange & { before?: string; after?: string }

export type PinnedView = {
  name: string
  agreedBy: string
  agreedAtMs: number
  agreedNumber: string
  contractHash: string
  permissionsHash: string
} & PinStatus

type PinStatus =
  | { status: 'agreed'; title: string; number: string }
  | {
      status: 'changed'
      title: string
      now: {
        versionId: string
        number: string
        changes: AskingChange[]
        /** Sentences about what the version agreed to was never seen to do. */
        newBehaviour: string[]
      }
    }
  | { status: 'gone' }

export type ToolsetView = { slug: string; skills: PinnedView[] }
type ToolsetsPage = { toolsets: ToolsetView[]; canChange: boolean; organisationName: string }

export async function listToolsets(ctx: Context): Promise<ToolsetsPage> {
  const { organisationId, organisationName, organisationRole } = requireViewer(ctx)
  const rows = await store.listToolsetRows(ctx.db, organisationId)
  const toolsets = rows.map(async ({ slug, skills }) => ({
    slug,
    skills: await Promise.all(skills.map((pin) => pinnedView(ctx, pin))),
  }))
  return { toolsets: await Promise.all(toolsets), canChange: organisationRole !== 'MEMBER', organisationName }
}

export async function listToolsetNames(ctx: Context): Promise<string[]> {
  const rows = await store.listToolsetRows(ctx.db, requireViewer(ctx).organisationId)
  return rows.map(({ slug }) => slug)
}

async function pinnedView(ctx: Context, pin: store.Pin): Promise<PinnedView> {
  const { contractHash, permissionsHash, agreedByName: agreedBy, agreedAt, number } = pin
  return {
    name: pin.skillName,
    agreedBy,
    agreedAtMs: agreedAt.getTime(),
    agreedNumber: number,
    contractHash,
    permissionsHash,
    ...(await findPinStatus(ctx, pin)),
  }
}

async function findPinStatus(ctx: Context, pin: store.Pin): Promise<PinStatus> {
  const comparison = await compareWithConsent(ctx, pin).catch((thrown) => {
    if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return null
    throw thrown
  })
  if (!comparison) return { status: 'gone' }
  const { now, asking } = comparison
  const { name: title } = now.skill
  if (asking.length === 0) return { status: 'agreed', title, number: now.number }
  const changes = asking.map((change) => askingChange(change, comparison))
  const { versionId, number } = now
  const added = pin.versionId
    ? await listNewBehaviour(ctx.db, { beforeId: pin.versionId, afterId: versionId })
    : []
  const newBehaviour = added.filter(({ skill }) => skill === now.skill.slug).map(describeBehaviour)
  return { status: 'changed', title, now: { versionId, number, changes, newBehaviour } }
}

const isOfText = ({ area, kind }: Change) => area === 'text' || kind === 'text'

function askingChange(change: Change, { before, now }: ConsentComparison): AskingChange {
  if (!isOfText(change)) return toShownChange(change)
  const [old, fresh] = [before, now].map(({ skill }) =>
    // The document is JSON, so the cast is safe.
    valueAt({ skills: [skill] } as Json, change.pointer),
  )
  return {
    ...toShownChange(change),
    ...(typeof old === 'string' && { before: old }),
    ...(typeof fresh === 'string' && { after: fresh }),
  }
}

export type Offer = {
  name: string
  title: string
  versionId: string
  number: string
  description: string
  prompt: string
  consents: PermissionLine[]
}

export async function offerOf(ctx: Context, given: unknown): Promise<Offer> {
  requireViewer(ctx)
  const { skill: name } = parseFields(z.object({ skill: z.string().max(200) }), given)
  const now = await findCurrentSkill(ctx, name)
  const { name: title, description, prompt } = now.skill
  const { versionId, number } = now
  return { name, title, versionId, number, description, prompt, consents: permissionsToConsentTo(now) }
}
