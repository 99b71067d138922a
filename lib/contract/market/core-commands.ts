/**
 * The site's own commands, as a table. Ground; also in the browser.
 *
 * ⌘K performs them where it stands; `commands.run` sends those that act on a page to the page its person looks at.
 * Source: specification "First-party tools and plans", Commands; seed "Tool Input/Output Schema Conventions" §3.5.
 */
import { type Audience, DESTINATIONS, isOffered, type Role } from './destinations.ts'
import { paths } from './paths.ts'
import type { Theme } from './theme.ts'

/** What a page can be told to do. */
export type PageAction = { command: 'goTo'; href: string } | { command: 'theme'; theme: Theme | 'toggle' }

/** ⌘K itself: with the files of the vault to choose from. */
type PaletteAction = { command: 'openFile' }

/** What the server does by itself, with the caller's rights. */
export type ServerAction = 'run-last-again' | 'new-note'

export type CoreCommand = {
  /** "guildhall:toggle-theme" */
  id: string
  name: string
  for: Audience
  does: PageAction | PaletteAction | ServerAction
}

export const CORE_OWNER = 'guildhall'
export const NEW_NOTE = `${CORE_OWNER}:new-note`
export const RUN_LAST_AGAIN = `${CORE_OWNER}:run-last-again`

// biome-ignore format: a table reads in rows
const OWN: CoreCommand[] = [
  row('open-file',      'Open file',             'user',     { command: 'openFile' }),
  row('new-skillset',   'New SkillSet',          'user',     goTo(paths.publishNew)),
  row('new-plan',       'New plan',              'user',     goTo(paths.planNew)),
  row('new-note',       'New note in the vault', 'user',     'new-note'),
  row('run-last-again', 'Run the last one again','user',     'run-last-again'),
  row('toggle-theme',   'Toggle theme',          'everyone', { command: 'theme', theme: 'toggle' }),
  row('theme-light',    'Theme: light',          'everyone', { command: 'theme', theme: 'light' }),
  row('theme-dark',     'Theme: dark',           'everyone', { command: 'theme', theme: 'dark' }),
  row('theme-system',   'Theme: as the system',  'everyone', { command: 'theme', theme: 'system' }),
]

export const CORE_COMMANDS: readonly CoreCommand[] = [
  ...DESTINATIONS.map(({ label, href, for: audience }) =>
    row(`open-${label.toLowerCase().replaceAll(' ', '-')}`, `Open ${label}`, audience, goTo(href)),
  ),
  ...OWN,
]

/** Those that are no page of the header's list: the palette has its own heading for pages. */
export const OWN_COMMANDS = OWN

export function coreCommandsFor(role: Role): CoreCommand[] {
  return CORE_COMMANDS.filter((command) => isOffered(command.for, role))
}

function row(slug: string, name: string, audience: Audience, does: CoreCommand['does']): CoreCommand {
  return { id: `${CORE_OWNER}:${slug}`, name, for: audience, does }
}

function goTo(href: string): PageAction {
  return { command: 'goTo', href }
}
