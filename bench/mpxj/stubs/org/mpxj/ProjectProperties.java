package org.mpxj;

/** As much of MPXJ as the benchmark calls, to compile it where MPXJ is not there. */
public class ProjectProperties {
  public void setStartDate(java.time.LocalDateTime date) {}

  public void setStatusDate(java.time.LocalDateTime date) {}
}
