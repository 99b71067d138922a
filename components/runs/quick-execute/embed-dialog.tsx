'use client'

import { useState } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog, DialogContent } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { TextLink } from '../../ui/text-link.tsx'

export type EmbedProps = {
  /** The URL of the form, with the origin of this site. */
  url: string
  title: string
  sites: string[]
  skillSetId: string
}

const THEMES = { system: 'The reader’s', light: 'Light', dark: 'Dark' }

export function EmbedDialog({ url, title, sites, skillSetId, close }: EmbedProps & { close: () => void }) {
  const [theme, setTheme] = useState<string>('system')
  const src = theme === 'system' ? url : `${url}?theme=${theme}`
  const snippet = `<iframe src="${src}" title="${escapeText(title)}" width="100%" height="720" loading="lazy" style="border:0"></iframe>`
  const settings = <TextLink href={paths.skillSetSettings(skillSetId)}>SkillSet settings</TextLink>
  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || close()}>
      <DialogContent
        title="Embed this form"
        description="Visitors of your site fill in the form there. To run it, the skill opens in a new tab, where they sign in."
      >
        {sites.length === 0 ? (
          <Alert variant="warning">No site may embed this form yet. Add yours in the {settings}.</Alert>
        ) : (
          <p className="text-sm [overflow-wrap:anywhere]">
            Sites that may embed this form: {sites.join(', ')}. Change them in the {settings}.
          </p>
        )}
        <SelectField
          label="Theme"
          className="max-w-48"
          value={theme}
          onChange={setTheme}
          options={Object.entries(THEMES)}
        />
        <CodeBlock text={snippet} label="HTML" />
      </DialogContent>
    </Dialog>
  )
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
