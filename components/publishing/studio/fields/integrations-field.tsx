'use client'

import { listAt } from '../../../drafts/edit-document.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { fieldId } from '../state/field-id.ts'
import { useStudio } from '../state/studio-context.tsx'

const POINTER = '/requiredIntegrationProviders'

export function IntegrationsField() {
  const { data, state, set, problemsIn } = useStudio()
  const chosen = listAt(state.document, POINTER).filter((slug) => typeof slug === 'string')
  const knownSlugs = data.providers.map(({ slug }) => slug)
  const unknown = chosen.filter((slug) => !knownSlugs.includes(slug))
  const options = [
    ...data.providers.map(({ slug, name, hosts }) => ({ slug, label: name, about: hosts.join(', ') })),
    ...unknown.map((slug) => ({ slug, label: slug, about: 'not an integration of this site' })),
  ]
  if (options.length === 0) return null
  const toggle = (slug: string, isOn: boolean) => {
    const next = isOn ? [...chosen, slug] : chosen.filter((other) => other !== slug)
    set(POINTER, next.length > 0 ? next : undefined)
  }
  return (
    <fieldset id={fieldId(POINTER)} className="grid gap-2">
      <legend className="mb-2 font-medium text-sm leading-none">
        Integrations <span className="font-normal text-muted-foreground">optional</span>
      </legend>
      <p className="text-muted-foreground text-sm">
        Services whose accounts the skills use. The organisation that runs them connects its own account; your
        code finds placeholders at <code>context.integrations</code>.
      </p>
      <div className="flex flex-wrap gap-2">
        {options.map(({ slug, label, about }) => (
          <label
            key={slug}
            htmlFor={`integration-${slug}`}
            className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md border border-input/60 bg-card px-3 py-1.5 text-sm has-checked:border-primary has-checked:bg-accent"
          >
            <Checkbox
              id={`integration-${slug}`}
              checked={chosen.includes(slug)}
              onCheckedChange={(isOn) => toggle(slug, isOn)}
            />
            <span>
              {label} <span className="text-muted-foreground [overflow-wrap:anywhere]">{about}</span>
            </span>
          </label>
        ))}
      </div>
      {problemsIn(POINTER).map(({ path, message }) => (
        <p key={path + message} className="text-destructive text-sm">
          {message}
        </p>
      ))}
    </fieldset>
  )
}
