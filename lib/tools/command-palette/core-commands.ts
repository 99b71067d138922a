/** `commands.run` sends page actions to the user's open page. */
import { type Audience, DESTINATIONS, isOffered, type VisitorRole } from '../../kernel/site/destinations.ts'
import { paths } from '../../kernel/site/paths.ts'
import type { Theme } from '../../kernel/site/theme.ts'

export type PageAction = { command: 'goTo'; href: string } | { command: 'theme'; theme: Theme | 'toggle' }

type PaletteAction = { command: 'openFile' }

/** Performed on the server, with the caller's permissions. */
type ServerAction = 'run-last-again' | 'new-note'

export type CoreCommand = {
  id: string
  name: string
  for: Audience
  does: PageAction | PaletteAction | ServerAction
}

export const CORE_NAMESPACE = 'guildhall'
export const NEW_NOTE = `${CORE_NAMESPACE}:new-note`
export const RUN_LAST_AGAIN = `${CORE_NAMESPACE}:run-last-again`

// biome-ignore format: table
const OWN: CoreCommand[] = [
  row('open-file',      'Open file',             'user',     { command: 'openFile' }),
  row('new-skillset',   'New SkillSet',          'user',     goTo(paths.publishNew)),
  row('new-plan',       'New plan',              'user',     goTo(paths.planNew)),
  row('new-note',       'New note in the vault', 'user',     'new-note'),
  row('run-last-again', 'Run last skill again','user',     'run-last-again'),
  row('toggle-theme',   'Toggle theme',          'everyone', { command: 'theme', theme: 'toggle' }),
  row('theme-light',    'Theme: light',          'everyone', { command: 'theme', theme: 'light' }),
  row('theme-dark',     'Theme: dark',           'everyone', { command: 'theme', theme: 'dark' }),
  row('theme-system',   'Theme: system',  'everyone', { command: 'theme', theme: 'system' }),
]

export const CORE_COMMANDS: readonly CoreCommand[] = [
  ...DESTINATIONS.map(({ label, href, for: audience }) =>
    row(`open-${label.toLowerCase().replaceAll(' ', '-')}`, `Open ${label}`, audience, goTo(href)),
  ),
  ...OWN,
]

export const OWN_COMMANDS = OWN

export function coreCommandsFor(role: VisitorRole): CoreCommand[] {
  return CORE_COMMANDS.filter((command) => isOffered(command.for, role))
}

function row(slug: string, name: string, audience: Audience, does: CoreCommand['does']): CoreCommand {
  return { id: `${CORE_NAMESPACE}:${slug}`, name, for: audience, does }
}

function goTo(href: string): PageAction {
  return { command: 'goTo', href }
}
