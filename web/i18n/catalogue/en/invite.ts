/** Invited friends, and the credits for them. */
export const invite = {
  'invite.failed': 'Could not load your invitations',
  'invite.code': 'Your code',
  'invite.code_text':
    '{percent}% off one week, up to what they pay, for each friend who signs up with your code, confirms their phone and pays for the first time with a card that is not yours and not from a deleted account.',
  'invite.copy': 'Copy link',
  'invite.copied': 'Copied',
  'invite.copy_failed': 'Could not copy. Press and hold the link to copy it:',
  'invite.share': 'Share',
  'invite.share_title': 'Madruga',
  'invite.share_text':
    'A bot that searches for delivery offers and accepts the ones you want. Sign up with my code {code}:',

  'invite.friend': 'Invite a friend',
  'invite.phone': 'Your friend’s mobile phone',
  'invite.phone_hint': '10 digits. They get one text message with your link.',
  'invite.send': 'Send invitation',
  'invite.sending': 'Sending…',
  'invite.sent_say': 'Invitation sent to {phone}.',
  'invite.left_today': { one: 'You can send {count} more today.', other: 'You can send {count} more today.' },
  'invite.none_left': 'That was the last one for today. Your code and link still work.',

  'invite.credits': 'Your credits',
  'invite.earned': 'Earned',
  'invite.used': 'Used',
  'invite.available': 'Available',
  'invite.keep': 'Keep credits for a subscription',
  'invite.keep_hint': 'Weekly invoices will not use them.',
  'invite.credit_kept':
    'One credit takes {percent}% off one week. It is kept for your next weekly subscription.',
  'invite.credit_worth':
    'One credit takes {percent}% off one week. It is applied automatically to your next weekly subscription or invoice.',
  'invite.credit_invoice': 'One credit takes {percent}% off one weekly invoice. It is applied automatically.',
  'invite.credit_cap': 'It never takes off more than that friend’s first payment.',
  'invite.credit_full':
    'A first payment of {advanced} gets you the full {percent}% of a week of Advanced, {professional} of Professional.',
  'invite.credit_next': 'Your next credit takes off up to {amount}.',
  'invite.credit_all': 'All your credits take off up to {amount}.',
  'invite.joined': {
    one: '{count} friend signed up with your code.',
    other: '{count} friends signed up with your code.',
  },
  'invite.joined_none': 'No friend has signed up with your code yet.',

  'invite.list': 'Invitations',
  'invite.list_none': 'No invitations yet',
  'invite.list_none_text': 'Send one by phone, or share your link: friends who use it count too.',
  'invite.list_put_away': 'All are archived.',
  'invite.sent_at': 'Sent {when}',
  'invite.state.sent': 'Sent',
  'invite.state.joined': 'Signed up',
  'invite.state.earned': 'Paid: you earned a credit',
  'invite.archive': 'Archive',
  'invite.archived_say': 'Archived',
  'invite.archived': { one: '{count} archived', other: '{count} archived' },
  'invite.bring_back': 'Restore',
  'invite.brought_back_say': 'Restored',

  'error.referrals.phone_invalid': 'We cannot reach this number. Enter its 10 digits.',
  'error.referrals.self': 'This is your own number. Enter a friend’s.',
  'error.referrals.phone_full': 'Enough friends have invited this number lately. Share your link instead.',
  'error.referrals.sent_already': 'You already invited this number.',
  'error.referrals.too_many': 'You sent all your invitations for today. Try again tomorrow.',
  'error.referrals.not_found': 'This invitation no longer exists. Reload the page.',
  'error.referrals.code_unknown': 'This code does not exist. Check it, or leave it empty.',
} as const
