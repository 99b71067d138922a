'use client'

import type { ReactNode } from 'react'
import { InputField, TextareaField } from '../ui/forms/field.tsx'
import type { FormState } from '../ui/forms/form-error.tsx'

/** A provider as it is edited, with lists as text of one entry per line. */
export type ProviderDraft = Record<
  | 'slug'
  | 'name'
  | 'description'
  | 'docsUrl'
  | 'hosts'
  | 'sentName'
  | 'scopes'
  | 'issuer'
  | 'authorizeUrl'
  | 'tokenUrl'
  | 'revokeUrl'
  | 'clientId'
  | 'clientSecret',
  string
> & { kind: 'api_key' | 'oauth2'; sentAs: 'bearer' | 'header' | 'query'; isDisabled: boolean }

export type ProviderDraftProps = {
  draft: ProviderDraft
  set: (changes: Partial<ProviderDraft>) => void
  error: FormState
}

type InputProps = ProviderDraftProps & {
  name: Exclude<keyof ProviderDraft, 'kind' | 'sentAs' | 'isDisabled'>
  label: string
  help?: ReactNode
  placeholder?: string
  required?: boolean
  isCode?: boolean
  disabled?: boolean
  type?: 'text' | 'password'
}

export function LineInput({ draft, set, error, name, ...rest }: InputProps) {
  return (
    <InputField
      {...rest}
      optional={!rest.required}
      errors={errorsBelow(error, name)}
      value={draft[name]}
      onChange={(text) => set({ [name]: text })}
    />
  )
}

export function LinesInput({ draft, set, error, name, label, help, required, placeholder }: InputProps) {
  return (
    <TextareaField
      label={label}
      help={help}
      required={required ?? false}
      optional={!required}
      errors={errorsBelow(error, name)}
      isCode
      rows={3}
      placeholder={placeholder}
      value={draft[name]}
      onChange={(value) => set({ [name]: value })}
    />
  )
}

/** Returns the errors of the field and of its lines. */
function errorsBelow(error: FormState, name: string): string[] {
  const messages = (error?.details ?? []).filter(
    ({ path }) => path === `/${name}` || path.startsWith(`/${name}/`),
  )
  return [...new Set(messages.map(({ message }) => message))]
}
