// Forms as the server renders them, which work before the page's scripts have loaded.
import {
  PathnameContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime.js'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { MoneyForm } from '../money/money-form.tsx'
import { CreateForm, JoinForm } from '../organisations/organisation-forms.tsx'
import { NameForm, PasswordForm } from './profile-forms.tsx'
import { ResetForm, ResetRequestForm } from './reset-forms.tsx'
import { SignInForm, SignUpForm } from './sign-in-forms.tsx'

/** A fake server action, which React recognises by `$$FORM_ACTION`, also when it is bound to a state. */
const action = Object.assign(async () => null as never, {
  $$FORM_ACTION: () => ({ name: '$ACTION_ID', method: 'POST', encType: 'multipart/form-data', data: null }),
  bind: (): unknown => action,
})

const FORMS: [name: string, form: ReactNode][] = [
  ['signing in', <SignInForm key="f" signIn={action} next="/runs" />],
  ['signing up', <SignUpForm key="f" signIn={action} signUp={action} next="/runs" />],
  ['asking for a new password', <ResetRequestForm key="f" hasMail request={action} />],
  ['setting a new password', <ResetForm key="f" email="ada@example.com" reset={action} />],
  ['a name', <NameForm key="f" name="Ada" save={action} />],
  ['a password', <PasswordForm key="f" email="ada@example.com" hasPassword save={action} />],
  ['creating an organisation', <CreateForm key="f" create={action} />],
  ['joining an organisation', <JoinForm key="f" organisationName="Engines" join={action} />],
  ['money', <MoneyForm key="f" fields={[]} submit="Send" send={action} />],
]

describe.each(FORMS)('the form for %s', (_, form) => {
  test('the form is sent to the address of its page, with its query', () => {
    expect(actionOf(form, '?next=%2Fruns')).toBe('/here?next=%2Fruns')
    expect(actionOf(form, '')).toBe('/here')
  })
})

function actionOf(form: ReactNode, query: string): string | undefined {
  const html = renderToStaticMarkup(
    <PathnameContext value="/here">
      <SearchParamsContext value={new URLSearchParams(query)}>{form}</SearchParamsContext>
    </PathnameContext>,
  )
  return /<form[^>]* action="([^"]*)"/.exec(html)?.[1]
}
