-- expand
-- A session's token is stored as its SHA-256 in hex. Browsers keep theirs.
update sessions set token = encode(sha256(convert_to(token, 'UTF8')), 'hex');
