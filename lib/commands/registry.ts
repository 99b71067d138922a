/**
 * Every command that a person has: the site's own, and the buttons of what their organisation installed. Floor 3.
 *
 * One registry behind the palette, `commands.list` and `commands.run`.
 * Source: specification "First-party tools and plans", Commands; seed "Tool Input/Output Schema Conventions" §3.5.
 */
import type { Viewer } from '../context.ts'
import type { SkillDocument } from '../contract/document/skillset-document.ts'
import { isObject, type JsonObject } from '../contract/json/json.ts'
import { CORE_OWNER, type CoreCommand, coreCommandsFor } from '../contract/market/core-commands.ts'
import type { Database } from '../db/client.ts'
import { listRunning } from '../installs/list-running.ts'

export type CommandDescriptor = {
  id: string
  name: string
  ownerHint?: string
  ownerType?: 'core' | 'community' | 'unknown'
  confidence?: 'high' | 'low'
}

/** A button's payload that is an input runs its skill with it; any other is words for an agent. */
export type Action =
  | CoreCommand['does']
  | { skill: string; input: JsonObject }
  | { skill: string; words: string }

export type Command = Required<CommandDescriptor> & { does: Action }

type Caller = Pick<Viewer, 'organisationId' | 'role'>

/** The site's own first, then by the skill that brings them. */
export async function listCommands(db: Database, { organisationId, role }: Caller): Promise<Command[]> {
  const core = coreCommandsFor(role).map(({ id, name, does }) => ({
    id,
    name,
    ownerHint: CORE_OWNER,
    ownerType: 'core' as const,
    confidence: 'high' as const,
    does,
  }))
  return [...core, ...(await listCommunity(db, organisationId))]
}

export async function listCommunity(db: Database, organisationId: string): Promise<Command[]> {
  const running = await listRunning(db, organisationId)
  return running.flatMap(({ publisher, slug, document }) =>
    document.skills.flatMap((skill) => commandsOf(`${publisher}.${slug}.${skill.slug}`, skill)),
  )
}

/** "publisher.skillset.skill:track-order"; of two buttons with one label the second is "…-2". */
function commandsOf(owner: string, { name, kind, buttons = [] }: SkillDocument): Command[] {
  if (kind === 'instruction') return []
  const taken = new Map<string, number>()
  return buttons.map(({ label, payload }) => {
    const slug = slugOf(label)
    const count = (taken.get(slug) ?? 0) + 1
    taken.set(slug, count)
    const input = inputOf(payload)
    return {
      id: `${owner}:${count > 1 ? `${slug}-${count}` : slug}`,
      name: `${name}: ${label}`,
      ownerHint: owner,
      ownerType: 'community',
      confidence: input ? 'high' : 'low',
      does: input ? { skill: owner, input } : { skill: owner, words: payload },
    }
  })
}

// A label of 50 characters may have more letters: “ﷺ” has eighteen. With its skill's name an id has room for this.
const SLUG_CHARACTERS = 80

function slugOf(label: string): string {
  const slug = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return [...slug].slice(0, SLUG_CHARACTERS).join('') || 'button'
}

function inputOf(payload: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(payload)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
