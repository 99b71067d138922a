/**
 * Other tools than the eight, at addresses of their own: `/mcp?for=studio` and `/mcp?for=keys`. The eight stay as they are, so
 * that a model which only runs skills pays for no other tool.
 */
import type { KeyScope } from '../../auth/model/key-scopes.ts'
import { AppError } from '../../kernel/errors.ts'
import { KEY_TOOLS } from './key-tools.ts'
import { STUDIO_TOOLS } from './studio-tools.ts'
import type { ToolBox } from './tool-box.ts'

const BOXES: Readonly<Record<string, ToolBox>> = {
  studio: {
    tools: STUDIO_TOOLS,
    scopes: ['publish'],
    instructions:
      'Write a SkillSet: read_rules first, then create_draft, change_draft and add_example until run_examples passes, then stage_draft. A person submits what is staged.',
  },
  keys: {
    tools: KEY_TOOLS,
    scopes: ['read', 'run', 'write', 'publish'],
    instructions: 'Mint a key that can do less than yours for each agent that you start.',
  },
}

/** Returns the tools of `?for=`; undefined without it. Throws INVALID_INPUT for an unknown one. */
export function findToolBox(selection: URLSearchParams): ToolBox | undefined {
  const name = selection.get('for')
  if (name === null) return undefined
  const box = Object.hasOwn(BOXES, name) ? BOXES[name] : undefined
  if (box && !selection.has('toolset') && !selection.has('skills')) return box
  const names = Object.keys(BOXES).join(' or ')
  throw new AppError('INVALID_INPUT', { message: `?for= must be ${names}, without ?toolset= and ?skills=.` })
}

/** The scopes of which a key needs one at this address. */
export function scopesAt(selection: URLSearchParams): readonly KeyScope[] {
  const name = selection.get('for') ?? ''
  return Object.hasOwn(BOXES, name) ? (BOXES[name]?.scopes ?? []) : ['read', 'run']
}
