'use client'

import { Alert } from '../../ui/alert.tsx'
import { listAt, textAt } from '../edit-document.ts'
import { LinesField } from '../fields/lines-field.tsx'
import { SelectField } from '../fields/select-field.tsx'
import { TextField } from '../fields/text-field.tsx'
import { ItemList } from '../item-list.tsx'
import { Section } from '../section.tsx'
import { useStudio } from '../studio-context.tsx'

const EXPOSURE = {
  brokered: 'Brokered: put into the request outside the sandbox',
  raw: 'Raw: your code sees the value',
}

/** What the skills may reach. Everything else is closed to them. */
export function PermissionsSection() {
  return (
    <Section
      place={{ section: 'permissions' }}
      title="Permissions"
      description="Your code reaches nothing that is not listed here. People see this list, in plain words, before they install."
    >
      <div className="grid max-w-3xl gap-8">
        <LinesField
          pointer="/permissions/network"
          label="Hosts"
          placeholder={'api.example.com\n*.example.org'}
          help="Where requests may go, one on each line. An exact name, or *. and a name for everything below it."
        />
        <div className="grid gap-3">
          <h3 className="font-medium text-sm">Secrets</h3>
          <ItemList
            pointer="/permissions/secrets"
            noun="secret"
            empty="A secret is a config key of the type Secret that a request needs. Your code never sees it: it is put in on the way out, for the hosts you name."
            newItem={() => ({ key: '', hosts: [], exposure: 'brokered' })}
          >
            {(pointer) => <SecretFields pointer={pointer} />}
          </ItemList>
        </div>
        <InsideFields />
      </div>
    </Section>
  )
}

/** What the skills may use of Guildhall itself. */
function InsideFields() {
  const { value } = useStudio()
  const isUsed = ['tools', 'vault', 'skills'].some((key) => value(`/permissions/${key}`) !== undefined)
  return (
    <div className="grid gap-6">
      <h3 className="font-medium text-sm">Tools, files and other skills</h3>
      {isUsed && (
        <Alert variant="warning" title="These are not open yet">
          They can be saved and published. Runs answer TOOL_NOT_AVAILABLE until the sandbox offers them.
        </Alert>
      )}
      <LinesField
        pointer="/permissions/tools"
        label="Tools"
        placeholder={'vault.readFile\nutil.slugifyTitle'}
        help="First-party tools your code calls, by name, one on each line."
      />
      <LinesField
        pointer="/permissions/vault"
        label="Files of the vault"
        placeholder={'read:Notes/**\nwrite:Reports/*.md'}
        help="read: or write: and a path pattern, one on each line. ** stands for any folders below."
      />
      <LinesField
        pointer="/permissions/skills"
        label="Skills it calls"
        placeholder="publisher.skillset.skill@^1.0"
        help="Full names, one on each line; after @ the versions that will do."
      />
    </div>
  )
}

function SecretFields({ pointer }: { pointer: string }) {
  const { state } = useStudio()
  const keys = listAt(state.document, '/configDefinitions').flatMap((_, index) => {
    const definition = `/configDefinitions/${index}`
    const key = textAt(state.document, `${definition}/key`)
    return textAt(state.document, `${definition}/type`) === 'SECRET' && key ? [key] : []
  })
  const isRaw = textAt(state.document, `${pointer}/exposure`) === 'raw'
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SelectField
          pointer={`${pointer}/key`}
          label="Config key"
          options={Object.fromEntries(keys.map((key) => [key, key]))}
          help={keys.length === 0 ? 'Add a config key of the type Secret first.' : undefined}
        />
        <SelectField
          pointer={`${pointer}/exposure`}
          label="How it is used"
          options={EXPOSURE}
          fallback="brokered"
        />
      </div>
      <LinesField
        pointer={`${pointer}/hosts`}
        label="For the hosts"
        required
        help="One on each line."
        rows={2}
      />
      <TextField
        pointer={`${pointer}/reason`}
        label="Reason"
        optional={!isRaw}
        help={
          isRaw ? 'Reviewers and users read in red why your code has to see it.' : 'Shown to whoever sets it.'
        }
      />
    </>
  )
}
