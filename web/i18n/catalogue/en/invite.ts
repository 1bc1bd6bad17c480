/** Invited friends, and the credits for them. */
export const invite = {
  'invite.failed': 'Your invitations did not load',
  'invite.code': 'Your code',
  'invite.code_text':
    '{percent}% off one week, up to what they pay, for each friend who registers with it, confirms their phone and pays for the first time, with a card that is neither yours nor of a deleted account.',
  'invite.copy': 'Copy link',
  'invite.copied': 'Copied',
  'invite.copy_failed': 'This browser does not let us copy. Hold the link to copy it:',
  'invite.share': 'Share',
  'invite.share_title': 'Madruga',
  'invite.share_text':
    'A bot that watches for delivery offers and takes those you want. Register with my code {code}:',

  'invite.friend': 'Invite a friend',
  'invite.phone': 'Your friend’s mobile phone',
  'invite.phone_hint': '10 digits. They get one SMS with your link.',
  'invite.send': 'Send invitation',
  'invite.sending': 'Sending…',
  'invite.sent_say': 'The invitation is sent to {phone}.',
  'invite.left_today': { one: 'You can send {count} more today.', other: 'You can send {count} more today.' },
  'invite.none_left': 'That was the last one for today. Your code and link still work.',

  'invite.credits': 'Your credits',
  'invite.earned': 'Earned',
  'invite.used': 'Used',
  'invite.available': 'Available',
  'invite.keep': 'Keep credits for a subscription',
  'invite.keep_hint': 'Weekly invoices use none of them.',
  'invite.credit_kept':
    'One credit takes {percent}% off one week. It waits for your next weekly subscription.',
  'invite.credit_worth':
    'One credit takes {percent}% off one week. It comes off your next weekly subscription or weekly invoice by itself.',
  'invite.joined': {
    one: '{count} friend registered with your code.',
    other: '{count} friends registered with your code.',
  },
  'invite.joined_none': 'No friend has registered with your code yet.',

  'invite.list': 'Invitations',
  'invite.list_none': 'No invitation yet',
  'invite.list_none_text': 'Send one by phone, or share your link: friends who come by it count too.',
  'invite.list_put_away': 'All of them are put away.',
  'invite.sent_at': 'Sent {when}',
  'invite.state.sent': 'Sent',
  'invite.state.joined': 'Registered',
  'invite.state.earned': 'Paid: a credit for you',
  'invite.archive': 'Put away',
  'invite.archived_say': 'Put away',
  'invite.archived': { one: '{count} put away', other: '{count} put away' },
  'invite.bring_back': 'Bring back',
  'invite.brought_back_say': 'Brought back',

  'error.referrals.phone_invalid': 'This is no phone that we can reach. Type its 10 digits.',
  'error.referrals.self': 'This is your own number. Type that of a friend.',
  'error.referrals.phone_full': 'Enough friends have invited this phone lately. Share your link instead.',
  'error.referrals.sent_already': 'You have invited this number before. One SMS is enough.',
  'error.referrals.too_many': 'You have sent all invitations of today. Try again tomorrow.',
  'error.referrals.not_found': 'This invitation is not there any more. Load the page again.',
  'error.referrals.code_unknown': 'Nobody has this code. Check it, or leave it empty.',
} as const
