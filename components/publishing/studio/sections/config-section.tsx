'use client'

import { useState } from 'react'
import { isObject, type Json } from '#lib/kernel/json/json.ts'
import { slugFrom } from '#lib/kernel/names/skill-name.ts'
import { textAt } from '../../../drafts/edit-document.ts'
import { SelectField, SwitchField } from '../fields/choice-fields.tsx'
import { LinesField, TextField } from '../fields/text-fields.tsx'
import { ItemList } from '../layout/item-list.tsx'
import { StudioSection } from '../layout/studio-section.tsx'
import { useStudio } from '../state/studio-context.tsx'

const TYPES = {
  STRING: 'Text',
  NUMBER: 'Number',
  BOOLEAN: 'Yes or no',
  SELECT: 'One of a list',
  MULTI_SELECT: 'Several of a list',
  SECRET: 'Secret: a key or a password',
}

export function ConfigSection() {
  return (
    <StudioSection
      location={{ section: 'config' }}
      title="Config"
      description="Settings that an organisation provides before it runs your skills, such as an API key or a currency. The form shows them in this order."
    >
      <ItemList
        pointer="/configDefinitions"
        noun="config key"
        empty="Without settings, everyone can run your skills right away."
        newItem={(list) => ({ key: '', label: '', type: 'STRING', required: false, order: list.length + 1 })}
        reorder={renumber}
      >
        {(pointer) => <ConfigFields pointer={pointer} />}
      </ItemList>
    </StudioSection>
  )
}

function ConfigFields({ pointer }: { pointer: string }) {
  const { state, set } = useStudio()
  const type = textAt(state.document, `${pointer}/type`)
  const key = textAt(state.document, `${pointer}/key`)
  const validation = textAt(state.document, `${pointer}/validation`)
  const hasOptions = type === 'SELECT' || type === 'MULTI_SELECT'
  // The key of a new setting follows the label until it is edited by itself. Others stay, since code reads them.
  const [derivedKey, setDerivedKey] = useState(key === '' ? '' : undefined)
  function followLabel(label: string) {
    if (key !== derivedKey) return
    setDerivedKey(slugFrom(label))
    set(`${pointer}/key`, slugFrom(label))
  }
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField pointer={`${pointer}/label`} label="Label" placeholder="API key" onEdit={followLabel} />
        <TextField
          pointer={`${pointer}/key`}
          label="Key"
          isCode
          placeholder="api_key"
          help={`In your code: config.${key || 'api_key'}`}
        />
        <SelectField pointer={`${pointer}/type`} label="Type" options={TYPES} />
        <TextField pointer={`${pointer}/description`} label="Description" optional />
      </div>
      {hasOptions && (
        <LinesField pointer={`${pointer}/options`} label="Options" help="One per line." required />
      )}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {type !== 'SECRET' && (
          <TextField
            pointer={`${pointer}/defaultValue`}
            label="Default"
            optional
            help={DEFAULT_HELP[type] ?? 'Used when no value is set.'}
          />
        )}
        {((!hasOptions && type !== 'BOOLEAN') || validation !== '') && (
          <TextField
            pointer={`${pointer}/validation`}
            label="Validation"
            optional
            isCode
            help={
              type === 'NUMBER'
                ? 'int, or a regular expression.'
                : 'url, email, uuid, int, or a regular expression.'
            }
          />
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SwitchField pointer={`${pointer}/required`} label="Required" help="Required before anything runs." />
        {type !== 'SECRET' && (
          <SwitchField
            pointer={`${pointer}/isSensitive`}
            label="Sensitive"
            optional
            help="Cannot be viewed after it is saved."
          />
        )}
      </div>
    </>
  )
}

const DEFAULT_HELP: Record<string, string> = {
  BOOLEAN: 'true or false.',
  MULTI_SELECT: 'A JSON list: ["a", "b"]',
}

function renumber(list: Json[]): Json[] {
  return list.map((item, index) => (isObject(item) ? { ...item, order: index + 1 } : item))
}
