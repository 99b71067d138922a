import { paths } from '../kernel/site/paths.ts'
import { mailLinkOrigin } from '../notices/mail/mail-settings.ts'
import type { MailContent } from '../notices/mail/render-mail.ts'

export function resetMail({
  site,
  email,
  token,
  hours,
}: {
  site: string
  email: string
  token: string
  hours: number
}): MailContent {
  return {
    subject: 'Reset your password',
    paragraphs: [
      `Someone asked to reset the password of the ${site} account ${email}.`,
      `If it was you, choose a new password. The link works once, within ${hours} hours. Your old password works until then.`,
      'If it was not you, ignore this email. Nothing has changed.',
    ],
    action: { label: 'Choose a new password', href: mailLinkOrigin() + paths.reset(token) },
    reason: 'You get this email because a password reset was requested for this address.',
  }
}

export function verificationMail({
  site,
  token,
  days,
}: {
  site: string
  token: string
  days: number
}): MailContent {
  return {
    subject: 'Confirm your email address',
    paragraphs: [
      `Confirm that this is your email address. ${site} then sends notifications to it, and you can reset your password with it.`,
      `The link works once, within ${days} days. If you did not create this account, ignore this email: whoever did knows its password.`,
    ],
    action: { label: 'Confirm my address', href: mailLinkOrigin() + paths.confirmEmail(token) },
    reason: 'You get this email because an account was created with this address.',
  }
}

export function newAddressMail(change: {
  site: string
  from: string
  to: string
  token: string
  days: number
}): MailContent {
  return {
    subject: 'Confirm your new email address',
    paragraphs: [
      `The ${change.site} account ${change.from} is to use ${change.to} from now on.`,
      `Confirm it within ${change.days} days. If you did not ask for this, ignore this email.`,
    ],
    action: { label: 'Confirm the new address', href: mailLinkOrigin() + paths.confirmEmail(change.token) },
    reason: 'You get this email because this address was entered as the new one of an account.',
  }
}

export function oldAddressMail(change: {
  site: string
  from: string
  to: string
  token: string
  days: number
}): MailContent {
  return {
    subject: 'Confirm the change of your email address',
    paragraphs: [
      `Your ${change.site} account is to use ${change.to} instead of ${change.from}.`,
      `It changes once you have confirmed it here and at the new address, within ${change.days} days.`,
      'If you did not ask for this, do not confirm it, and change your password: someone is signed in to your account.',
    ],
    action: { label: 'Confirm the change', href: mailLinkOrigin() + paths.confirmEmail(change.token) },
    reason: 'You get this email because it is the address of your account.',
  }
}

export function addressChangedMail(change: { site: string; from: string; to: string }): MailContent {
  return {
    subject: 'Your email address was changed',
    paragraphs: [
      `Your ${change.site} account now uses ${change.to}. Sign in with it from now on.`,
      `${change.from} no longer belongs to the account.`,
    ],
    reason: 'You get this email because it was the address of your account.',
  }
}
