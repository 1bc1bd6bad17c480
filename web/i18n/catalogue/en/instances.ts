/** Platform instances in the operator's console. */
export const instances = {
  'admin.tab.platforms': 'Platforms',
  'instances.add': 'Add a platform',
  'instances.none': 'No platforms yet',
  'instances.none_text':
    'Add a CoopCycle or Fleetbase whose operator has said yes. Couriers can then connect to it.',
  'instances.draft_text':
    'This adapter is in trial: it has met this platform’s own software, run by us, and no operator’s server yet. Try it with one driver first.',
  'instances.disabled': 'Disabled',
  'instances.authorised': 'Authorized by {who} on {day}',
  'instances.used_minute': '{used} of {most} requests in the last minute',
  'instances.used_hour': '{used} in the last hour; {waited} waited, {refused} were not sent',
  'instances.drivers': '{connected} connected, {searching} searching',
  'instances.test': 'Test the connection',
  'instances.testing': 'Testing',
  'instances.answers': 'It answers, as {software} does.',
  'instances.shared_limit':
    'It allows {limit} requests a minute, which all apps behind its proxy may share. For more, its operator raises THROTTLE_REQUESTS_PER_MINUTE.',
  'instances.test_first':
    'Asks the platform once, as entered here. Nothing is saved, and no driver is signed in.',
  'instances.silent': 'It does not answer. {detail}',
  'instances.key_refused': 'It answers, but it does not accept the key. Enter a new one.',
  'instances.lacks.shift_planning':
    'It answers, but shift planning is off there. Its operator has to turn it on.',
  'instances.lacks.time_zone':
    'It answers, but its time zone is not that of its place, so that its shifts have wrong hours. Its operator has to set the time zone of the server.',
  'instances.lacks.software': 'Something answers there, but not {software}. Check the address.',
  'instances.edit': 'Edit',
  'instances.edit_title': 'Edit {name}',
  'instances.disable': 'Disable',
  'instances.enable': 'Enable',
  'instances.disable_ask': 'Disable {name}?',
  'instances.disable_text': 'Requests stop within seconds. Searching bots sleep. Accounts stay.',
  'instances.enable_ask': 'Enable {name}?',
  'instances.enable_text': 'Its drivers can connect and search again.',
  'instances.saved': '{name} is saved.',
  'instances.save': 'Save',
  'instances.kind': 'Software',
  'instances.name': 'Name that drivers see',
  'instances.base_url': 'Address',
  'instances.base_url_hint':
    'Such as https://api.example.com. Its operator knows it. After a change of the server every courier signs in again.',
  'instances.key': 'API key',
  'instances.key_hint': 'It is stored encrypted and never shown again.',
  'instances.key_stored': 'A key is stored. Leave this empty to keep it.',
  'instances.option.currency': 'Currency of the driver’s pay',
  'instances.option.currency_hint': 'Such as USD. The test fills it in if the platform states one: check it.',
  'instances.option.timeZone': 'Time zone',
  'instances.option.timeZone_hint':
    'Such as America/New_York. The test fills it in if the platform states one: check it.',
  'instances.option.payMetaKey': 'Key of the driver’s pay',
  'instances.option.payMetaKey_hint':
    'Which meta key of an order has the driver’s pay, as agreed with its operator.',
  'instances.option.socketUrl': 'Address of its events',
  'instances.option.socketUrl_hint': 'If it is not at the same host. Such as wss://socket.example.com.',
  'instances.optional': 'optional',
  'instances.authorised_by': 'Authorized by',
  'instances.authorised_by_hint':
    'Who said yes for the platform: a name, and how to reach them. Drivers see this.',
  'instances.authorised_on': 'Authorized on',
  'instances.rate': 'Requests a minute at most',
  'instances.rate_hint':
    'All drivers and processes share them. Two instances on one server add up there: divide its limit between them.',
  'instances.private': 'Allow private addresses',
  'instances.private_hint': 'Only for a platform in your own network or on this machine.',
} as const
