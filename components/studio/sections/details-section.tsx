'use client'

import { GUILDHALL_VERSION } from '#lib/contract/version/runtime-version.ts'
import { CategoryField } from '../fields/category-field.tsx'
import { ImageField } from '../fields/image-field.tsx'
import { LinesField } from '../fields/lines-field.tsx'
import { SelectField } from '../fields/select-field.tsx'
import { TextField } from '../fields/text-field.tsx'
import { MoreFields } from '../more-fields.tsx'
import { Section } from '../section.tsx'
import { useStudio } from '../studio-context.tsx'

const VISIBILITY = {
  PUBLIC: 'Public: everyone, after review',
  PRIVATE: 'Private: only your organisation, without review',
}

const SOURCE = { open: 'Open: everyone can read the code', closed: 'Closed: only reviewers read the code' }

/** What the SkillSet is called, who sees it, and how it looks in the catalogue. */
export function DetailsSection() {
  const { data, state, value } = useStudio()
  const hasRare = ['/requires', '/requiredIntegrationProviders'].some(
    (pointer) => value(pointer) !== undefined,
  )
  return (
    <Section
      place={{ section: 'details' }}
      title="Details"
      description="What people see before they use your skills."
    >
      <div className="grid max-w-3xl gap-6">
        <TextField pointer="/name" label="Name" max={100} />
        <TextField
          pointer="/slug"
          label="Slug"
          max={64}
          isCode
          help={`Part of every full name (${data.publisher.handle}.${state.slug}.…), so it cannot change once a version is published.`}
        />
        <TextField pointer="/tagline" label="Tagline" max={200} optional help="One line, shown in lists." />
        <TextField pointer="/description" label="Description" max={1000} rows={4} />
        <CategoryField />
        <div className="grid items-start gap-6 sm:grid-cols-2">
          <SelectField pointer="/visibility" label="Who can use it" options={VISIBILITY} />
          <SelectField pointer="/source" label="Source" options={SOURCE} fallback="open" />
        </div>
        <TextField
          pointer="/version"
          label="Version"
          isCode
          help="MAJOR.MINOR.PATCH. The checklist says which step your changes need."
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
        <MoreFields summary="Rarely needed" isOpen={hasRare}>
          <TextField
            pointer="/requires"
            label="Needs Guildhall"
            optional
            isCode
            placeholder={`>=${GUILDHALL_VERSION}`}
            help={`A range of versions that it can run on, for example >=1 <3. Here runs ${GUILDHALL_VERSION}; without a range it runs everywhere.`}
          />
          <LinesField
            pointer="/requiredIntegrationProviders"
            label="Integrations"
            help="Named sets of keys that an organisation sets up once, one per line. This Guildhall offers none yet, so a SkillSet that needs one cannot be published here."
          />
        </MoreFields>
      </div>
    </Section>
  )
}
