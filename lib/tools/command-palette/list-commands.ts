/** Commands are built in, or buttons of installed skills: docs/spec/tools-and-plans.md §1. */
import type { Viewer } from '../../context/context.ts'
import type { SkillDocument } from '../../contracts/document/skillset-document.ts'
import { listRunning } from '../../installs/list-running.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { buttonInput } from '../../runs/model/result-buttons.ts'
import { CORE_NAMESPACE, type CoreCommand, coreCommandsFor } from './core-commands.ts'

export type CommandDescriptor = {
  id: string
  name: string
  ownerHint?: string
  ownerType?: 'core' | 'community' | 'unknown'
  confidence?: 'high' | 'low'
}

/** An object is input for the button's skill; text is for an agent. */
export type CommandAction =
  | CoreCommand['does']
  | { skill: string; input: JsonObject }
  | { skill: string; agentText: string }

/** A button as the palette lists it, with the message that it copies for an agent. */
export type SkillCommand = CommandDescriptor & { agentText?: string }

export type PaletteCommand = Required<CommandDescriptor> & { does: CommandAction }

type Caller = Pick<Viewer, 'organisationId' | 'role'>

export async function listCommands(
  db: Database,
  { organisationId, role }: Caller,
): Promise<PaletteCommand[]> {
  const core = coreCommandsFor(role).map(({ id, name, does }) => ({
    id,
    name,
    ownerHint: CORE_NAMESPACE,
    ownerType: 'core' as const,
    confidence: 'high' as const,
    does,
  }))
  return [...core, ...(await listCommunity(db, organisationId))]
}

export async function listCommunity(db: Database, organisationId: string): Promise<PaletteCommand[]> {
  const running = await listRunning(db, organisationId)
  return running.flatMap(({ publisher, slug, document }) =>
    document.skills.flatMap((skill) => listSkillCommands(`${publisher}.${slug}.${skill.slug}`, skill)),
  )
}

/** Ids are "publisher.skillset.skill:track-order"; equal labels get "…-2". */
function listSkillCommands(owner: string, { name, kind, buttons = [] }: SkillDocument): PaletteCommand[] {
  if (kind === 'instruction') return []
  const counts = new Map<string, number>()
  return buttons.map(({ label, payload }) => {
    const slug = toSlug(label)
    const count = (counts.get(slug) ?? 0) + 1
    counts.set(slug, count)
    const input = buttonInput({ payload })
    return {
      id: `${owner}:${count > 1 ? `${slug}-${count}` : slug}`,
      name: `${name}: ${label}`,
      ownerHint: owner,
      ownerType: 'community',
      confidence: input ? 'high' : 'low',
      does: input ? { skill: owner, input } : { skill: owner, agentText: payload },
    }
  })
}

// Limits the slug after normalisation, in which a single character such as “ﷺ” becomes eighteen letters.
const SLUG_CHARACTERS = 80

function toSlug(label: string): string {
  const slug = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return [...slug].slice(0, SLUG_CHARACTERS).join('') || 'button'
}
