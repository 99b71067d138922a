'use client'

import type { NewKey } from '#lib/auth/manage-api-keys.ts'
import { CreateSecretDialog } from '../ui/dialogs/secret-dialogs.tsx'
import { type CreateKeyProps, KeyForm } from './key-form.tsx'

export function CreateKey(props: CreateKeyProps) {
  return (
    <CreateSecretDialog<NewKey>
      triggerLabel="Create key"
      title="Create an API key"
      description={`The key lets an app act on your behalf for ${props.organisationName}, within the limits you set here.`}
      renderForm={(onCreated) => <KeyForm {...props} onCreated={onCreated} />}
      describeSecret={({ name, key }) => ({
        title: `API key “${name}”`,
        label: 'API key',
        secret: key,
        instructions: (
          <>
            Send it as <code>Authorization: Bearer …</code>. If you lose it, revoke it and create another.
          </>
        ),
      })}
    />
  )
}
