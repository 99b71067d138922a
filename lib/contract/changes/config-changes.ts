/**
 * What changed in the configuration that an organisation has to give.
 *
 * Ground; also in the browser. Source: specification "Contracts" §6: a config key removed, or newly required
 * without a default, breaks whoever runs the skills already.
 */

import type { ConfigDefinition } from '../document/skillset-document.ts'
import type { Change } from './change.ts'
import { type DocumentRule, documentChange } from './rules.ts'

export function configChanges(
  before: readonly ConfigDefinition[],
  after: readonly ConfigDefinition[],
): Change[] {
  const kept = after.flatMap((definition, index) => {
    const old = before.find(({ key }) => key === definition.key)
    const pointer = `/configDefinitions/${index}`
    return old ? definitionChanges(old, definition, pointer) : [newDefinition(definition, pointer)]
  })
  const gone = before.flatMap((definition, index): Change[] => {
    if (after.some(({ key }) => key === definition.key)) return []
    return [
      change(
        `/configDefinitions/${index}`,
        `The configuration “${definition.label}” was removed.`,
        'config-removed',
      ),
    ]
  })
  return [...kept, ...gone]
}

function newDefinition(definition: ConfigDefinition, pointer: string): Change {
  return isDemanding(definition)
    ? change(pointer, `New required configuration “${definition.label}”.`, 'config-demanded')
    : change(pointer, `New configuration “${definition.label}”.`, 'config-looser')
}

function isDemanding({ required, defaultValue }: ConfigDefinition): boolean {
  return required && defaultValue === undefined
}

function definitionChanges(old: ConfigDefinition, now: ConfigDefinition, pointer: string): Change[] {
  const it = `The configuration “${now.label}”`
  const fresh = (now.options ?? []).filter((each) => !old.options?.includes(each))
  const gone = (old.options ?? []).filter((each) => !now.options?.includes(each))
  const changes: (Change | false)[] = [
    old.type !== now.type &&
      change(`${pointer}/type`, `${it} changed from ${old.type} to ${now.type}.`, 'config-stricter'),
    gone.length > 0 &&
      change(`${pointer}/options`, `${it} can no longer be ${gone.join(', ')}.`, 'config-stricter'),
    fresh.length > 0 &&
      change(`${pointer}/options`, `${it} can be ${fresh.join(', ')} now.`, 'config-looser'),
    isDemanding(now) &&
      !isDemanding(old) &&
      change(`${pointer}/required`, `${it} is required now.`, 'config-demanded'),
    isDemanding(old) &&
      !isDemanding(now) &&
      change(`${pointer}/required`, `${it} is no longer required.`, 'config-looser'),
    old.validation !== now.validation &&
      change(
        `${pointer}/validation`,
        `The validation of “${now.label}” changed.`,
        now.validation ? 'config-stricter' : 'config-looser',
      ),
    old.defaultValue !== now.defaultValue &&
      change(`${pointer}/defaultValue`, `The default of “${now.label}” changed.`, 'config-looser'),
    Boolean(old.isSensitive) !== Boolean(now.isSensitive) &&
      change(
        `${pointer}/isSensitive`,
        `${it} ${now.isSensitive ? 'is kept secret now' : 'is no longer kept secret'}.`,
        now.isSensitive ? 'text' : 'config-looser',
      ),
    hasOtherWords(old, now) &&
      change(pointer, `The description of the configuration “${now.label}” changed.`, 'text'),
  ]
  return changes.filter((each) => each !== false)
}

function hasOtherWords(old: ConfigDefinition, now: ConfigDefinition): boolean {
  return old.label !== now.label || old.description !== now.description || old.order !== now.order
}

function change(pointer: string, sentence: string, rule: DocumentRule): Change {
  return documentChange('config', rule, { pointer, sentence })
}
