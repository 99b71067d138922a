'use client'

import { categoryLabel, listOfferedCategories } from '#lib/contracts/document/categories.ts'
import { GUILDHALL_VERSION } from '#lib/contracts/versions/runtime-version.ts'
import { listAt } from '../../../drafts/edit-document.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { SelectField } from '../fields/choice-fields.tsx'
import { ImageField } from '../fields/image-field.tsx'
import { IntegrationsField } from '../fields/integrations-field.tsx'
import { TextField } from '../fields/text-fields.tsx'
import { CollapsedFields, StudioSection } from '../layout/studio-section.tsx'
import { fieldId } from '../state/field-id.ts'
import { useStudio } from '../state/studio-context.tsx'

const VISIBILITY = {
  PUBLIC: 'Public: everyone, after review',
  PRIVATE: 'Private: only your organisation, without review',
}

const SOURCE = { open: 'Open: everyone can read the code', closed: 'Closed: only reviewers read the code' }

export function DetailsSection() {
  const { data, state } = useStudio()
  return (
    <StudioSection
      location={{ section: 'details' }}
      title="Details"
      description="What users see before they use your skills."
    >
      <div className="grid max-w-3xl gap-6">
        <TextField pointer="/name" label="Name" max={100} />
        <TextField
          pointer="/slug"
          label="Slug"
          max={64}
          isCode
          help={`Part of every full name (${data.publisher.handle}.${state.slug}.…). Once a version is published, rename it in Settings, in the menu above.`}
        />
        <TextField pointer="/tagline" label="Tagline" max={200} optional help="One line, shown in lists." />
        <TextField pointer="/description" label="Description" max={1000} rows={4} />
        <CategoryField />
        <IntegrationsField />
        <div className="grid items-start gap-6 sm:grid-cols-2">
          <SelectField pointer="/visibility" label="Who can use it" options={VISIBILITY} />
          <SelectField pointer="/source" label="Source" options={SOURCE} defaultOption="open" />
        </div>
        <TextField
          pointer="/version"
          label="Version"
          isCode
          help="MAJOR.MINOR.PATCH. The checklist shows which version your changes require."
        />
        <div className="grid items-start gap-6 sm:grid-cols-2">
          <ImageField pointer="/logoImageUrl" label="Logo" shape="square" />
          <ImageField pointer="/bannerImageUrl" label="Banner" shape="wide" />
        </div>
        <TextField
          pointer="/privacyPolicyUrl"
          label="Privacy policy"
          type="url"
          optional
          placeholder="https://"
        />
        <TextField
          pointer="/termsOfServiceUrl"
          label="Terms of service"
          type="url"
          optional
          placeholder="https://"
        />
        <RareDetails />
      </div>
    </StudioSection>
  )
}

function RareDetails() {
  const { value } = useStudio()
  return (
    <CollapsedFields summary="Rarely needed" isOpen={value('/requires') !== undefined}>
      <TextField
        pointer="/requires"
        label="Guildhall version"
        optional
        isCode
        placeholder={`>=${GUILDHALL_VERSION}`}
        help={`For example, >=1 <3. This server runs Guildhall ${GUILDHALL_VERSION}. Leave empty to allow any version.`}
      />
    </CollapsedFields>
  )
}

const POINTER = '/categories'

function CategoryField() {
  const { data, state, set, problemsIn } = useStudio()
  const chosen = listAt(state.document, POINTER).filter((id) => typeof id === 'string')
  const offered = listOfferedCategories(data.categories).map(({ id }) => id)
  // One that is not offered any more can only be taken out.
  const listed = [...offered, ...chosen.filter((id) => !offered.includes(id))]
  const errors = problemsIn(POINTER)
  const toggle = (category: string, isOn: boolean) => {
    const next = isOn ? [...chosen, category] : chosen.filter((other) => other !== category)
    set(POINTER, next.length > 0 ? next : undefined)
  }
  return (
    <fieldset id={fieldId(POINTER)} className="grid gap-2">
      <legend className="mb-2 font-medium text-sm leading-none">
        Categories <span className="font-normal text-muted-foreground">optional</span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {listed.map((category) => (
          <label
            key={category}
            htmlFor={`category-${category}`}
            className="flex h-9 cursor-pointer items-center gap-2 rounded-md border border-input/60 bg-card px-3 text-sm has-checked:border-primary has-checked:bg-accent"
          >
            <Checkbox
              id={`category-${category}`}
              checked={chosen.includes(category)}
              onCheckedChange={(isOn) => toggle(category, isOn)}
            />
            {categoryLabel(data.categories, category)}
          </label>
        ))}
      </div>
      {errors.map(({ path, message }) => (
        <p key={path + message} className="text-destructive text-sm">
          {message}
        </p>
      ))}
    </fieldset>
  )
}
