/** The toolsets of an organisation as their page shows them, and a skill as it is before it is in one. Floor 3. */
import { z } from 'zod'
import { type Context, requireViewer } from '../context.ts'
import { type Change, type ShownChange, shownChange } from '../contract/changes/changes.ts'
import type { PermissionLine } from '../contract/document/permission-words.ts'
import type { Json } from '../contract/json/json.ts'
import { valueAt } from '../contract/json/json-pointer.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import * as store from '../db/toolsets.ts'
import { AppError } from '../errors.ts'
import { consentsTo } from './change-toolset.ts'
import { type Held, holdAgainst, skillNow } from './hold-against.ts'

/** A change of what agents are told comes with both texts. */
export type AskingChange = ShownChange & { before?: string; after?: string }

export type PinnedView = {
  name: string
  agreedBy: string
  agreedAtMs: number
  agreedNumber: string
  contractHash: string
  permissionsHash: string
} & Standing

type Standing =
  | { standing: 'agreed'; title: string; number: string }
  | {
      standing: 'changed'
      title: string
      now: { versionId: string; number: string; changes: AskingChange[] }
    }
  | { standing: 'gone' }

export type ToolsetView = { slug: string; skills: PinnedView[] }
export type ToolsetsPage = { toolsets: ToolsetView[]; canChange: boolean; organisationName: string }

/** Any member may look. Throws UNAUTHENTICATED. */
export async function listToolsets(ctx: Context): Promise<ToolsetsPage> {
  const { organisationId, organisationName, organisationRole } = requireViewer(ctx)
  const rows = await store.listToolsets(ctx.db, organisationId)
  const toolsets = rows.map(async ({ slug, skills }) => ({
    slug,
    skills: await Promise.all(skills.map((pin) => pinnedView(ctx, pin))),
  }))
  return { toolsets: await Promise.all(toolsets), canChange: organisationRole !== 'MEMBER', organisationName }
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
    ...(await standingOf(ctx, pin)),
  }
}

async function standingOf(ctx: Context, pin: store.Pin): Promise<Standing> {
  const held = await holdAgainst(ctx, pin).catch((thrown) => {
    if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return null
    throw thrown
  })
  if (!held) return { standing: 'gone' }
  const { now, asking } = held
  const { name: title } = now.skill
  if (asking.length === 0) return { standing: 'agreed', title, number: now.number }
  const changes = asking.map((change) => askingChange(change, held))
  return { standing: 'changed', title, now: { versionId: now.versionId, number: now.number, changes } }
}

const isOfText = ({ area, kind }: Change) => area === 'text' || kind === 'text'

function askingChange(change: Change, { before, now }: Held): AskingChange {
  if (!isOfText(change)) return shownChange(change)
  const [old, fresh] = [before, now].map(({ skill }) =>
    // Plain data, as it stands in the document.
    valueAt({ skills: [skill] } as unknown as Json, change.pointer),
  )
  return {
    ...shownChange(change),
    ...(typeof old === 'string' && { before: old }),
    ...(typeof fresh === 'string' && { after: fresh }),
  }
}

export type Offer = {
  name: string
  title: string
  versionId: string
  number: string
  /** What an agent will read. */
  description: string
  prompt: string
  consents: PermissionLine[]
}

/** A skill to be read before it is added. Throws UNAUTHENTICATED, NOT_FOUND. */
export async function offerOf(ctx: Context, given: unknown): Promise<Offer> {
  requireViewer(ctx)
  const { skill: name } = parseWith(z.object({ skill: z.string().max(200) }), given)
  const now = await skillNow(ctx, name)
  const { name: title, description, prompt } = now.skill
  const { versionId, number } = now
  return { name, title, versionId, number, description, prompt, consents: consentsTo(now) }
}
