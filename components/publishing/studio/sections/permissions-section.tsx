'use client'

import { listAt, textAt } from '../../../drafts/edit-document.ts'
import { SelectField } from '../fields/choice-fields.tsx'
import { LinesField, TextField } from '../fields/text-fields.tsx'
import { ItemList } from '../layout/item-list.tsx'
import { StudioSection } from '../layout/studio-section.tsx'
import { useStudio } from '../state/studio-context.tsx'
import { SecretUseFields } from './secret-use-fields.tsx'

const EXPOSURE = {
  brokered: 'Brokered: inserted into requests outside the sandbox',
  raw: 'Raw: your code sees the value',
}

export function PermissionsSection() {
  return (
    <StudioSection
      location={{ section: 'permissions' }}
      title="Permissions"
      description="Your code can only access what you list here. Users see this list before they install."
    >
      <div className="grid max-w-3xl gap-8">
        <LinesField
          pointer="/permissions/network"
          label="Hosts"
          placeholder={'api.example.com\n*.example.org'}
          help="Hosts that your code can send requests to, one per line. Use an exact name, or *. before a name for all its subdomains."
        />
        <LinesField
          pointer="/permissions/urlParameters"
          label="Parameters with any public web address"
          placeholder="url"
          help="Names of parameters with the format uri, one per line. A run can reach the host of the address that was entered, whichever it is. Reviewers and users see this highlighted in red."
        />
        <div className="grid gap-3">
          <h3 className="font-medium text-sm">Secrets</h3>
          <ItemList
            pointer="/permissions/secrets"
            noun="secret"
            empty="A secret is a config key of type Secret that a request needs. Your code never sees it: it is inserted into requests to the hosts you name."
            newItem={() => ({ key: '', hosts: [], exposure: 'brokered' })}
          >
            {(pointer) => <SecretFields pointer={pointer} />}
          </ItemList>
        </div>
        <InternalAccessFields />
      </div>
    </StudioSection>
  )
}

function InternalAccessFields() {
  return (
    <div className="grid gap-6">
      <h3 className="font-medium text-sm">Tools, files and other skills</h3>
      <LinesField
        pointer="/permissions/tools"
        label="Tools"
        placeholder={'vault.readFile\nutil.slugifyTitle'}
        help="Built-in tools that your code calls, one per line."
      />
      <LinesField
        pointer="/permissions/vault"
        label="Vault files"
        placeholder={'read:Notes/**\nwrite:Reports/*.md'}
        help="read: or write: and a path pattern, one per line. ** matches all subfolders."
      />
      <LinesField
        pointer="/permissions/skills"
        label="Skills it calls"
        placeholder="publisher.skillset.skill@^1.0"
        help="Full names, one per line. Add a version range after @."
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
          defaultOption="brokered"
        />
      </div>
      <LinesField pointer={`${pointer}/hosts`} label="Allowed hosts" required help="One per line." rows={2} />
      {!isRaw && <SecretUseFields pointer={`${pointer}/use`} />}
      <TextField
        pointer={`${pointer}/reason`}
        label="Reason"
        optional={!isRaw}
        help={
          isRaw
            ? 'Reviewers and users see this reason highlighted in red.'
            : 'Shown to the person who enters the secret.'
        }
      />
    </>
  )
}
