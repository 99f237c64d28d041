"""Runs OpenStack Swift with its S3 interface on one machine: four servers of Debian's packages, one bucket.

Settings: STORE_FOLDER (data and configuration), STORE_PORTS (of the proxy, then of the servers of accounts, containers and objects),
S3_BUCKET, S3_ACCESS_KEY_ID (account:user), S3_SECRET_ACCESS_KEY.
The end of one server ends all. With the argument `check` it only makes the bucket, and fails if one of the servers does not answer.
"""

import base64
import email.utils
import getpass
import hmac
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

FOLDER = os.environ["STORE_FOLDER"]
PORT, *STORAGE_PORTS = map(int, os.environ["STORE_PORTS"].split(","))
ACCOUNT, USER = os.environ["S3_ACCESS_KEY_ID"].split(":")
SECRET = os.environ["S3_SECRET_ACCESS_KEY"]
BUCKET = os.environ["S3_BUCKET"]
# Only the proxy is reached from other machines.
STORAGE = dict(zip(("account", "container", "object"), STORAGE_PORTS))
DATA = os.path.join(FOLDER, "devices")


def write(name, sections):
    """Writes a configuration: a dictionary of settings for each section."""
    with open(os.path.join(FOLDER, name), "w") as file:
        for section, settings in sections.items():
            file.write(f"[{section}]\n" + "".join(f"{key} = {value}\n" for key, value in settings.items()) + "\n")


def common(ip, port):
    return {
        "bind_ip": ip,
        "bind_port": port,
        "workers": 0,
        "swift_dir": FOLDER,
        "user": getpass.getuser(),
        "log_level": "ERROR",
    }


def configure():
    from swift.common.ring import RingBuilder

    os.makedirs(os.path.join(DATA, "d1"), exist_ok=True)
    write(
        "swift.conf",
        {
            # Part of where each file lies: never change them.
            "swift-hash": {"swift_hash_path_suffix": "tailhour", "swift_hash_path_prefix": "tailhour"},
            "storage-policy:0": {"name": "one", "default": "yes"},
        },
    )
    for kind, port in STORAGE.items():
        builder = RingBuilder(2, 1, 0)
        builder.add_dev({"region": 1, "zone": 1, "ip": "127.0.0.1", "port": port, "device": "d1", "weight": 1.0})
        builder.rebalance()
        builder.get_ring().save(os.path.join(FOLDER, kind + ".ring.gz"))
        write(
            kind + "-server.conf",
            {
                "DEFAULT": {
                    **common("127.0.0.1", port),
                    "devices": DATA,
                    "mount_check": "false",
                    "fallocate_reserve": "0",
                },
                "pipeline:main": {"pipeline": kind + "-server"},
                f"app:{kind}-server": {"use": "egg:swift#" + kind},
            },
        )
    filters = {name: {"use": "egg:swift#" + name} for name in ("catch_errors", "gatekeeper", "bulk", "slo", "dlo")}
    # Swift requires a cache setting but works without the cache: nothing listens on this port.
    filters["memcache"] = {"use": "egg:swift#memcache", "memcache_servers": "127.0.0.1:1"}
    filters["s3api"] = {"use": "egg:swift#s3api", "location": "us-east-1", "s3_acl": "false"}
    filters["tempauth"] = {"use": "egg:swift#tempauth", f"user_{ACCOUNT}_{USER}": SECRET + " .admin"}
    write(
        "proxy-server.conf",
        {
            "DEFAULT": {**common("0.0.0.0", PORT), "cors_allow_origin": "*"},
            "pipeline:main": {
                "pipeline": "catch_errors gatekeeper memcache bulk s3api tempauth slo dlo proxy-server"
            },
            # By default the proxy ignores a storage server for a minute after ten errors, also those before its start.
            "app:proxy-server": {
                "use": "egg:swift#proxy",
                "account_autocreate": "true",
                "error_suppression_limit": "1000000",
            },
            **{"filter:" + name: settings for name, settings in filters.items()},
        },
    )


def ask(method, path, also=()):
    """Sends a request with S3's signature of version 2; its refusal may have one of the codes in `also`."""
    date = email.utils.formatdate(usegmt=True)
    signed = hmac.new(SECRET.encode(), f"{method}\n\n\n{date}\n{path}".encode(), "sha1").digest()
    headers = {"Date": date, "Authorization": f"AWS {ACCOUNT}:{USER}:{base64.b64encode(signed).decode()}"}
    request = urllib.request.Request(f"http://127.0.0.1:{PORT}{path}", method=method, headers=headers)
    try:
        urllib.request.urlopen(request, timeout=10).close()
    except urllib.error.HTTPError as error:
        text = error.read()
        if not any(code in text for code in also):
            raise


def check():
    """Makes the bucket, unless it exists, and asks for an object: the server of objects may start last."""
    ask("PUT", f"/{BUCKET}", also=[b"BucketAlreadyOwnedByYou"])
    ask("GET", f"/{BUCKET}/none", also=[b"NoSuchKey"])


def run():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    configure()
    servers = [
        subprocess.Popen([f"swift-{kind}-server", os.path.join(FOLDER, kind + "-server.conf")])
        for kind in ("proxy", *STORAGE)
    ]
    try:
        while all(server.poll() is None for server in servers):
            time.sleep(0.2)
    finally:
        for server in servers:
            server.terminate()
        for server in servers:
            server.wait()
    sys.exit(1)


if __name__ == "__main__":
    check() if sys.argv[1:] == ["check"] else run()
